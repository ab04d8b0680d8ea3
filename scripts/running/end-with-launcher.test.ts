import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

const launcherWatch = join(import.meta.dirname, 'end-with-launcher.mjs');

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('stops a program when its launcher is killed', async () => {
  const program =
    "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log(process.pid);";
  const launcher = spawn(
    process.execPath,
    [
      '--eval',
      `require('node:child_process').spawn(
         process.execPath,
         ['--import', ${JSON.stringify(launcherWatch)}, '--eval', ${JSON.stringify(program)}],
         { stdio: ['pipe', 'inherit', 'inherit'], detached: true },
       );`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void launcher.kill('SIGKILL'));
  const [pid] = await once(createInterface({ input: launcher.stdout }), 'line');
  expect(alive(Number(pid))).toBe(true);
  launcher.kill('SIGKILL');
  await expect.poll(() => alive(Number(pid)), { timeout: 60_000 }).toBe(false);
});
