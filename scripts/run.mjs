// Entry of all npm scripts. Requires only Node 18 or newer: it installs missing packages and then runs the command with
// the Node release of the project.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from './setup/hand-over.mjs';
import { SetupFailure, explain } from './setup/setup-failure.mjs';
import { install } from './setup/install.mjs';
import { chooseNode } from './setup/node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = 'start', ...rest] = process.argv.slice(2);

try {
  const script = join(root, 'scripts', 'commands', `${command}.ts`);
  if (!/^[a-z]+$/.test(command) || !existsSync(script)) {
    throw new SetupFailure(`There is no command "${command}".`);
  }
  install(root);
  handOver(chooseNode(root), [script, ...rest], {
    root,
    compileCache: join(root, '.cache', 'compiled'),
    env: process.env,
  });
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const known = error instanceof SetupFailure ? text : explain(text, root);
  process.stderr.write(`${known ?? `The set-up failed: ${text}`}\n`);
  process.exitCode = 1;
}
