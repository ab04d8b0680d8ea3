// Entry of all npm scripts. Requires only Node 18 or newer: it installs missing packages and then runs the command with
// the Node release of the project.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupFailure, explain } from './setup/setup-failure.mjs';
import { install } from './setup/install.mjs';
import { chooseNode } from './setup/node.mjs';
import { processesAbove } from './setup/processes.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = 'start', ...rest] = process.argv.slice(2);

try {
  const script = join(root, 'scripts', 'commands', `${command}.ts`);
  if (!/^[a-z]+$/.test(command) || !existsSync(script)) {
    throw new SetupFailure(`There is no command "${command}".`);
  }
  install(root);
  handOver(chooseNode(root), script);
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const known = error instanceof SetupFailure ? text : explain(text, root);
  process.stderr.write(`${known ?? `The set-up failed: ${text}`}\n`);
  process.exitCode = 1;
}

/**
 * @param {string} node
 * @param {string} script
 */
function handOver(node, script) {
  const cache = join(root, '.cache', 'compiled');
  mkdirSync(cache, { recursive: true });
  // Stream 3 closes when this process exits for any reason, which stops the command.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...rest], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`,
      // By default the C library keeps a memory arena per thread of Node, so a worker grows by the data that it has
      // read.
      MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '2',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? cache,
      LAUNCHER_STREAM: '3',
      CALLER_FOLDER: process.env['INIT_CWD'] ?? process.cwd(),
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
