import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { explain } from './setup-failure.mjs';
import { processesAbove } from './processes.mjs';

/**
 * Runs a script of the project with a Node program and passes on signals and the exit code.
 * @param {string} node
 * @param {string[]} command the script and its arguments
 * @param {{ root: string, compileCache: string, env: NodeJS.ProcessEnv }} options
 */
export function handOver(node, command, { root, compileCache, env }) {
  mkdirSync(compileCache, { recursive: true });
  // Stream 3 closes when this process exits for any reason, which stops the command.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...command], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: {
      ...env,
      PATH: `${dirname(node)}${delimiter}${env['PATH'] ?? ''}`,
      // By default the C library keeps a memory arena per thread of Node, so a worker grows by the data that it has
      // read.
      MALLOC_ARENA_MAX: env['MALLOC_ARENA_MAX'] ?? '2',
      NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'] ?? compileCache,
      LAUNCHER_STREAM: '3',
      CALLER_FOLDER: env['INIT_CWD'] ?? process.cwd(),
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  watchNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`${explain(error.message, root) ?? error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
}

/**
 * Detects that npm, which started this process, was killed: the parent process changes.
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const before = processesAbove();
  const watch = setInterval(() => {
    if (processesAbove() === before) return;
    clearInterval(watch);
    onGone();
  }, 250);
  watch.unref();
}
