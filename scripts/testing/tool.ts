import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../running/settings.ts';

const LONGEST = 20 * 60_000;

/**
 * Runs a tool of node_modules with the Node of the project.
 * @param words its JavaScript file below node_modules, then its arguments
 * @param show true: its output goes to the screen as it comes; false: it is returned
 */
export function runTool(
  words: [string, ...string[]],
  ending: AbortSignal,
  show: boolean,
  environment: Record<string, string | undefined> = {},
): Promise<{ ok: boolean; output: string }> {
  const [tool, ...rest] = words;
  const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...rest], {
    cwd: root,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    env: { ...process.env, ...environment },
  });
  let output = '';
  child.stdout?.on('data', (part: Buffer) => (output += part.toString('utf8')));
  child.stderr?.on('data', (part: Buffer) => (output += part.toString('utf8')));
  const stop = () => child.kill('SIGTERM');
  ending.addEventListener('abort', stop);
  const timer = setTimeout(() => {
    output += `\n${tool} took longer than ${LONGEST / 60_000} minutes and was stopped.`;
    child.kill('SIGKILL');
  }, LONGEST);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      ending.removeEventListener('abort', stop);
      resolve({ ok: code === 0, output });
    });
  });
}
