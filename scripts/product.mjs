#!/usr/bin/env node
// Entry of the packed product. Requires only Node 18 or newer: it runs the command with the Node release of the project.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from './setup/hand-over.mjs';
import { linkLibraries, makeRunnable } from './setup/install.mjs';
import { platformPackages } from './setup/node.mjs';
import { SetupFailure, explain } from './setup/setup-failure.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
// `seller-connect --verbose` starts the product.
const [command = 'start', ...rest] = args[0]?.startsWith('-') ? ['start', ...args] : args;
const dataDir = resolve(process.env['DATA_DIR'] || '.data');

try {
  const script = join(root, 'scripts', 'commands', `${command}.js`);
  if (!/^[a-z]+$/.test(command) || !existsSync(script)) {
    throw new SetupFailure(`There is no command "${command}".`);
  }
  const { node, postgres } = platformPackages();
  const program = node === undefined ? process.execPath : join(prepare(node), 'bin', 'node');
  // An outside database needs no programs of its own.
  if (!process.env['DATABASE_URL']) prepare(postgres);
  handOver(program, [script, ...rest], {
    root,
    compileCache: join(dataDir, 'cache', 'compiled'),
    env: { ...process.env, DATA_DIR: dataDir },
  });
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  const known = error instanceof SetupFailure ? text : explain(text, dataDir);
  process.stderr.write(`${known ?? `The start failed: ${text}`}\n`);
  process.exitCode = 1;
}

/**
 * Makes the programs of a native package runnable and returns its folder.
 * @param {string} name
 */
function prepare(name) {
  const candidates = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const folder = candidates.map((path) => join(path, name)).find((path) => existsSync(path));
  if (folder === undefined) {
    throw new SetupFailure(`The package ${name} is missing: install with optional packages.`);
  }
  try {
    makeRunnable(folder);
    linkLibraries(folder);
  } catch (error) {
    const isForeign = /EACCES|EPERM|EROFS/.test(String(error));
    if (!isForeign) throw error;
    throw new SetupFailure(
      `The programs in ${folder} are not ready: start once as the user who installed them.`,
    );
  }
  return folder;
}
