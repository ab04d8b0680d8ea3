import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { root } from '../running/settings.ts';

/** Far longer than a busy machine needs, so that a tool that hangs is stopped. */
const maxRunMs = 40 * 60_000;

interface ToolOptions {
  environment?: Record<string, string | undefined>;
  /** How far the tool gives way to others, from 0 to 19, as of the command `nice`. */
  niceness?: number;
}

/** The niceness of a tool that only gets the time that others leave. */
export const backgroundNiceness = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Runs a tool of node_modules with the Node of the project.
 * @param args its JavaScript file below node_modules, then its arguments
 * @param show receives the output as it is printed
 */
export function runTool(
  args: [string, ...string[]],
  ending: AbortSignal,
  show: (text: string) => void,
  { environment = {}, niceness = 0 }: ToolOptions = {},
): Promise<{ ok: boolean }> {
  const [tool, ...rest] = args;
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...rest], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colorSettings(process.stdout.isTTY), ...environment },
  });
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show);
  const stop = () => child.kill('SIGTERM');
  ending.addEventListener('abort', stop);
  const timer = setTimeout(() => {
    show(`\n${tool} took longer than ${maxRunMs / 60_000} minutes and was stopped.\n`);
    child.kill('SIGKILL');
  }, maxRunMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      ending.removeEventListener('abort', stop);
      resolve({ ok: code === 0 });
    });
  });
}

/** Tools print to a pipe, so this passes on whether the output is a terminal: colors on a terminal, none in a log. */
export function colorSettings(isTerminal: boolean): Record<string, string | undefined> {
  if (isTerminal && !process.env['NO_COLOR']) return { FORCE_COLOR: '1' };
  return { NO_COLOR: '1', FORCE_COLOR: undefined };
}
