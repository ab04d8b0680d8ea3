import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildLog } from './child-log.ts';
import { root } from './settings.ts';

/** A program that runs next to the launcher and ends with it. */
export type Child = {
  name: string;
  pid: number | undefined;
  /** Set when the program has exited: its exit code, or 128 + the number of the signal. */
  code: number | undefined;
  ended: Promise<number>;
  log: ChildLog;
  /** Sends SIGTERM, and SIGKILL after 20 s. Resolves when the program has exited. */
  stop(): Promise<void>;
};

/**
 * Limits V8's memory for new objects to a quarter of the default. By default, each program uses up to 128 MB for them
 * and fills these before it collects garbage. Writing files takes the same CPU time with the limit.
 */
export const youngGenerationFlag = '--max-semi-space-size=16';

const launcherWatch = join(import.meta.dirname, 'end-with-launcher.mjs');
/** Longer than a server needs that stops because of its own timeout. */
const stopTimeoutMs = 20_000;

/** Starts a TypeScript program of the project. */
export function startChild(options: {
  name: string;
  script: string;
  args?: string[];
  nodeOptions?: string[];
  environment: Record<string, string | undefined>;
  log: ChildLog;
}): Child {
  const { name, script, args = [], nodeOptions = [], environment, log } = options;
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      youngGenerationFlag,
      `--import=${launcherWatch}`,
      ...nodeOptions,
      join(root, script),
      ...args,
    ],
    {
      cwd: root,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A separate process group: Ctrl-C reaches only the launcher, which then stops all programs in order.
      detached: true,
    },
  );
  child.stdin.on('error', () => {});
  createInterface({ input: child.stdout }).on('line', (line) => log.line(line, 'out'));
  createInterface({ input: child.stderr }).on('line', (line) => log.line(line, 'err'));
  const self: Child = {
    name,
    pid: child.pid,
    code: undefined,
    log,
    ended: new Promise((resolve) => {
      const finish = (code: number) => {
        self.code = code;
        resolve(code);
      };
      // "close" follows the last line of output, so an error message of the program is shown by then.
      child.on('close', (code, signal) =>
        finish(signal ? 128 + constants.signals[signal] : (code ?? 1)),
      );
      child.on('error', () => finish(1));
    }),
    stop: () => stop(child, self),
  };
  return self;
}

async function stop(child: ChildProcess, self: Child): Promise<void> {
  if (self.code !== undefined) return;
  child.kill('SIGTERM');
  const inTime = await Promise.race([
    self.ended.then(() => true),
    sleep(stopTimeoutMs, false, { ref: false }),
  ]);
  if (inTime) return;
  child.kill('SIGKILL');
  await self.ended;
}
