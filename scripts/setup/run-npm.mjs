import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { SetupFailure, explain } from './setup-failure.mjs';

/**
 * Runs npm and returns what it printed. Throws with one sentence if it fails.
 * @param {string[]} args
 * @param {string} root
 * @param {string} node the Node program that runs npm
 * @returns {string}
 */
export function npm(args, root, node = process.execPath) {
  const result = spawnSync(node, [findNpm(), ...args, ...ownCache(root)], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment(),
    maxBuffer: 64_000_000,
  });
  if (result.status === 0) return result.stdout;
  throw new SetupFailure(explainNpm(result.error ? result.error.message : result.stderr, root));
}

/**
 * npm passes its settings to scripts as variables. Some of them (workspace, omit) would affect this run. With
 * `NODE_ENV=production`, npm would omit what builds the application.
 */
function cleanEnvironment() {
  const passed =
    /^npm_config_(registry|cafile|cache|proxy|https_proxy|noproxy|userconfig|globalconfig|prefix|strict_ssl)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(config|package|lifecycle)_|NODE_ENV$)/i.test(name) || passed.test(name),
    ),
  );
}

/**
 * Uses a cache in the project if the user's cache is not writable, as for accounts without a home folder.
 * @param {string} root
 */
function ownCache(root) {
  const defaultCache = process.env['npm_config_cache'] ?? join(homedir(), '.npm');
  const folders = [defaultCache, join(defaultCache, '_cacache'), join(defaultCache, '_logs')];
  return folders.every(isWritable) ? [] : ['--cache', join(root, '.cache', 'npm')];
}

/**
 * Returns whether a folder is writable, or can be created if it does not exist.
 * @param {string} folder
 * @returns {boolean}
 */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return missing && dirname(folder) !== folder && isWritable(dirname(folder));
  }
}

function findNpm() {
  const running = process.env['npm_execpath'];
  if (running !== undefined && /^npm-cli\.c?js$/.test(basename(running)) && existsSync(running)) {
    return running;
  }
  const folders = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = folders
    .flatMap((folder) => [
      join(folder, '../lib/node_modules/npm/bin/npm-cli.js'),
      join(folder, '../share/nodejs/npm/bin/npm-cli.js'),
    ])
    .find((path) => existsSync(path));
  if (found === undefined) {
    throw new SetupFailure('npm is needed to install the packages and was not found: install it.');
  }
  return found;
}

/**
 * Returns one sentence about a failure of npm.
 * @param {string} output
 * @param {string} root
 */
function explainNpm(output, root) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED/.test(
      output,
    )
  ) {
    return 'The packages could not be fetched: the package registry does not answer. Check the connection, then run the command again.';
  }
  const path = /^npm (?:error|ERR!) path (.+)$/m.exec(output)?.[1] ?? root;
  const known = explain(output, path);
  if (known !== undefined) return known;
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter(
      (line) =>
        line !== '' && !/complete log of this run/i.test(line) && !/debug-\d+\.log$/.test(line),
    );
  return `The packages could not be installed; npm said: ${lines.slice(0, 3).join(' ') || 'nothing'}`;
}
