import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
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
  const program = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);";
  const launcher = spawn(
    process.execPath,
    [
      '--eval',
      `const child = require('node:child_process').spawn(
         process.execPath,
         ['--import', ${JSON.stringify(WATCH)}, '--eval', ${JSON.stringify(program)}],
         { stdio: ['pipe', 'ignore', 'inherit'], detached: true },
       );
       console.log(child.pid);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const pid = await new Promise<number>((resolve) =>
    createInterface({ input: launcher.stdout }).once('line', (line) => resolve(Number(line))),
  );
  await sleep(300);
  expect(alive(pid)).toBe(true);
  launcher.kill('SIGKILL');
  const deadline = Date.now() + 10_000;
  while (alive(pid) && Date.now() < deadline) await sleep(20);
  expect(alive(pid)).toBe(false);
}, 20_000);
