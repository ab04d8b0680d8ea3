import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildLog } from './child-log.ts';
import { root } from './settings.ts';

/** A program of ours that runs beside the launcher and ends with it. */
export type Child = {
  name: string;
  pid: number | undefined;
  /** The exit code, 128 + number when a signal ended it; set when it has ended. */
  code: number | undefined;
  ended: Promise<number>;
  log: ChildLog;
  /** Asks it to end, waits, and forces it in the end. */
  stop(): Promise<void>;
};

/**
 * By itself V8 takes up to 128 MB for new objects in each of our programs, and fills them page by page before it looks for
 * garbage there. A quarter of that does: files are written with the same processor time.
 */
export const youngGenerationFlag = '--max-semi-space-size=16';

const LAUNCHER_WATCH = join(import.meta.dirname, 'end-with-launcher.mjs');
const STOP_TIMEOUT_MS = 12_000;

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
      `--import=${LAUNCHER_WATCH}`,
      ...nodeOptions,
      join(root, script),
      ...args,
    ],
    {
      cwd: root,
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: Ctrl-C reaches the launcher alone, which then stops all in order.
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
      const end = (code: number) => {
        self.code = code;
        resolve(code);
      };
      // "close" comes after the last line was read, so its own sentence is on the screen by then.
      child.on('close', (code, signal) =>
        end(signal ? 128 + constants.signals[signal] : (code ?? 1)),
      );
      child.on('error', () => end(1));
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
    sleep(STOP_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (inTime) return;
  child.kill('SIGKILL');
  await self.ended;
}
