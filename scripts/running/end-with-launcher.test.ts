import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const WATCH = join(import.meta.dirname, 'end-with-launcher.mjs');

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('ends a program when its launcher is killed', async () => {
  const program =
    "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log('ready');";
  const launcher = spawn(
    process.execPath,
    [
      '--eval',
      `const child = require('node:child_process').spawn(
         process.execPath,
         ['--import', ${JSON.stringify(WATCH)}, '--eval', ${JSON.stringify(program)}],
         { stdio: ['pipe', 'inherit', 'inherit'], detached: true },
       );
       console.log(child.pid);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]();
  const pid = Number((await lines.next()).value);
  expect((await lines.next()).value).toBe('ready');
  expect(alive(pid)).toBe(true);
  launcher.kill('SIGKILL');
  await expect.poll(() => alive(pid), { timeout: 60_000 }).toBe(false);
}, 20_000);
