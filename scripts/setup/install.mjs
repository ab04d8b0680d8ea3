import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { withLock } from './lock.mjs';
import { platformPackages } from './node.mjs';
import { npm } from './run-npm.mjs';
import { SetupFailure } from './setup-failure.mjs';

/**
 * Installs the packages if they do not match the lock file. Runs no install scripts.
 * @param {string} root
 */
export function install(root) {
  const expected = fingerprint(root);
  if (readStamp(root) === expected) return;
  mkdirSync(join(root, '.cache'), { recursive: true });
  withLock(join(root, '.cache', 'installing'), () => {
    if (readStamp(root) === expected) return;
    const { node, postgres } = platformPackages();
    const carried = node === undefined ? [postgres] : [node, postgres];
    if (!matchesLock(root) || !carried.every((name) => isThere(root, name))) {
      process.stderr.write('Installing the packages; the first time takes a minute.\n');
      installAll(root, node);
      for (const name of carried) {
        if (!isThere(root, name)) addOptional(root, name);
      }
    }
    linkLibraries(join(root, 'node_modules', postgres));
    for (const name of carried) makeRunnable(join(root, 'node_modules', name));
    writeStamp(root, expected);
  });
}

const quietFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * npm omits optional packages, such as native programs, that do not support the Node it runs on. What an older Node has
 * omitted is installed by the newer one.
 * @param {string} root
 * @param {string | undefined} carrier the package that contains the newer Node, if it is needed
 */
function installAll(root, carrier) {
  installLocked(root);
  if (carrier === undefined || matchesLock(root)) return;
  if (!isThere(root, carrier)) addOptional(root, carrier);
  makeRunnable(join(root, 'node_modules', carrier));
  // npm empties node_modules, so the Node that runs it must be elsewhere.
  const aside = join(root, '.cache', 'node-for-npm');
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  try {
    const node = join(aside, 'node');
    copyFileSync(join(root, 'node_modules', carrier, 'bin', 'node'), node);
    installLocked(root, node);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/**
 * Installs exactly the packages of the lock file. npm asks the registry where each of them is. What its cache says is
 * taken without a request, and requested again only if the cache is too old to know a version.
 * @param {string} root
 * @param {string} [node] the Node program that runs npm
 */
export function installLocked(root, node) {
  try {
    npm(['ci', '--prefer-offline', ...quietFlags], root, node);
  } catch (error) {
    if (!(error instanceof SetupFailure) || !error.message.includes('ETARGET')) throw error;
    npm(['ci', '--prefer-online', ...quietFlags], root, node);
  }
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.seller-connect-installed');
}

/** @param {string} root */
function readStamp(root) {
  const file = stampFile(root);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * @param {string} root
 * @param {string} stamp
 */
function writeStamp(root, stamp) {
  const file = stampFile(root);
  writeFileSync(`${file}.new`, stamp);
  renameSync(`${file}.new`, file);
}

/**
 * Returns a hash of everything that an installation depends on: lock file, package.json of all workspaces, platform.
 * @param {string} root
 */
function fingerprint(root) {
  const hash = createHash('sha256');
  hash.update(`${process.platform} ${process.arch} ${platformPackages().node ?? ''}\n`);
  const files = ['package.json', 'package-lock.json', ...workspaces(root)];
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** @param {string} root */
function workspaces(root) {
  /** @type {{ workspaces: string[] }} */
  const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return described.workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
    })
    .map((folder) => `${folder}/package.json`)
    .filter((file) => existsSync(join(root, file)))
    .sort();
}

/**
 * Returns whether npm's record of node_modules contains every package of the lock file in its version, so that a manual
 * `npm install` is not repeated.
 * @param {string} root
 */
function matchesLock(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const locked = lockedPackages(join(root, 'package-lock.json'));
  const installed = lockedPackages(record);
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const there = installed[path];
    if (there === undefined) {
      return (entry.optional === true || entry.peer === true) && !isForThisPlatform(entry);
    }
    return there.version === entry.version && existsSync(join(root, path));
  });
}

/**
 * Returns whether an optional package is a native program for this platform. npm omits such packages when it runs on a
 * Node that they do not support.
 * @param {Locked} entry
 */
function isForThisPlatform({ os, cpu, libc }) {
  if (os === undefined || ![os].flat().includes(process.platform)) return false;
  if (cpu !== undefined && ![cpu].flat().includes(process.arch)) return false;
  return libc === undefined || [libc].flat().includes('glibc');
}

/**
 * @typedef {{
 *   version?: string,
 *   optional?: boolean,
 *   peer?: boolean,
 *   os?: string | string[],
 *   cpu?: string | string[],
 *   libc?: string | string[],
 * }} Locked
 */

/**
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/**
 * @param {string} root
 * @param {string} name
 */
function isThere(root, name) {
  return existsSync(join(root, 'node_modules', name, 'package.json'));
}

/**
 * Adds an optional package of the platform, which npm sometimes omits although it is in the lock file.
 * @param {string} root
 * @param {string} name
 */
function addOptional(root, name) {
  const version = lockedPackages(join(root, 'package-lock.json'))[`node_modules/${name}`]?.version;
  npm(['install', '--no-save', ...quietFlags, `${name}@${version}`], root);
}

/**
 * Creates the links to the database's libraries. The package creates them in an install script; such scripts do not run
 * here, and newer releases of npm block them.
 * @param {string} folder
 */
export function linkLibraries(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** @param {string} folder a package with programs in bin or native/bin */
export function makeRunnable(folder) {
  for (const inner of ['bin', 'native/bin']) {
    const programs = join(folder, inner);
    if (!existsSync(programs)) continue;
    for (const name of readdirSync(programs)) {
      const program = join(programs, name);
      const { mode } = statSync(program);
      if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
    }
  }
}
