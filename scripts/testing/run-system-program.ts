import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { accessSync, constants } from 'node:fs';
import { root } from '../running/settings.ts';

/** Far longer than a busy machine needs, so that a program that hangs is stopped. */
const maxRunMs = 10 * 60_000;

/** Returns whether a program of the system is in PATH. */
export function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs a program of the system. @param show receives the output as it is printed */
export function runSystemProgram(
  command: readonly [string, ...string[]],
  ending: AbortSignal,
  show: (text: string) => void,
): Promise<{ ok: boolean }> {
  const [program, ...args] = command;
  const signal = AbortSignal.any([ending, AbortSignal.timeout(maxRunMs)]);
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], signal });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0 }));
  });
}
