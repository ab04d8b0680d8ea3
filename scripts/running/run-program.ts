import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { SetupFailure } from '../setup/setup-failure.mjs';
import { shutdownSignal } from './shutdown.ts';
import { root, type StartSettings } from './settings.ts';

const stopTimeoutMs = 20_000;

/**
 * Runs a program of the project in this terminal and returns its exit code.
 * @param options.environment of the program; this process's by default
 */
export function runProgram(
  script: string,
  args: string[],
  { environment = process.env }: Partial<Pick<StartSettings, 'environment'>> = {},
): Promise<number> {
  const path = join(root, script);
  if (!existsSync(path)) throw new SetupFailure(`${script} is not there yet.`);
  const ending = shutdownSignal();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
  ending.addEventListener('abort', () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs).unref();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      resolve(ending.aborted ? 0 : signal ? 128 + constants.signals[signal] : (code ?? 1)),
    );
  });
}
