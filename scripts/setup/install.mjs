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

/**
 * Installs the packages when they do not match the lock file, without running any package's script.
 * @param {string} root
 */
export function install(root) {
  const wanted = fingerprint(root);
  if (readStamp(root) === wanted) return;
  mkdirSync(join(root, '.cache'), { recursive: true });
  withLock(join(root, '.cache', 'install.lock'), () => {
    if (readStamp(root) === wanted) return;
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
    writeStamp(root, wanted);
  });
}

const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * npm leaves out optional packages, such as compiled programs, that do not support the Node it runs
 * on. With an older Node the newer one is installed first, and runs npm for all the rest.
 * @param {string} root
 * @param {string | undefined} carrier the package that carries the newer Node, when one is needed
 */
function installAll(root, carrier) {
  if (carrier === undefined) {
    npm(['ci', ...QUIETLY], root);
    return;
  }
  npm(['ci', '--omit=dev', '--workspaces=false', ...QUIETLY], root);
  if (!isThere(root, carrier)) addOptional(root, carrier);
  makeRunnable(join(root, 'node_modules', carrier));
  // npm empties node_modules, so the program that runs it must stand elsewhere.
  const aside = join(root, '.cache', 'node-for-npm');
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true });
  try {
    const node = join(aside, 'node');
    copyFileSync(join(root, 'node_modules', carrier, 'bin', 'node'), node);
    npm(['ci', ...QUIETLY], root, node);
  } finally {
    rmSync(aside, { recursive: true, force: true });
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
 * What an installation depends on: the lock file, every workspace's package.json, the platform.
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
 * Whether npm's own record of node_modules holds every package of the lock file in its version, so
 * that an `npm install` typed by hand is not repeated.
 * @param {string} root
 */
function matchesLock(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const installed = lockedPackages(record);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const there = installed[path];
    if (there === undefined) {
      return (entry.optional === true || entry.peer === true) && !isForThisPlatform(entry);
    }
    return there.version === entry.version && existsSync(join(root, path));
  });
}

/**
 * Whether an optional package is a program made for this very platform. npm leaves such out when it
 * runs on a Node that they do not support.
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
 * npm at times leaves out an optional package of the platform although the lock file names it.
 * @param {string} root
 * @param {string} name
 */
function addOptional(root, name) {
  const version = lockedPackages(join(root, 'package-lock.json'))[`node_modules/${name}`]?.version;
  npm(['install', '--no-save', ...QUIETLY, `${name}@${version}`], root);
}

/**
 * The database's libraries are found by links that its package makes in an install script; scripts
 * do not run here, and newer releases of npm block them.
 * @param {string} folder
 */
function linkLibraries(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** @param {string} folder a package with programs in bin or native/bin */
function makeRunnable(folder) {
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
