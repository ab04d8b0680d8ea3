import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../running/settings.ts';
import { explain, SetupFailure } from '../setup/setup-failure.mjs';
import { withLock } from '../setup/lock.mjs';

const webFolder = join(root, 'apps', 'web');
const stampFile = join(webFolder, 'dist', '.built-from');
const sourceFolders = ['apps/web', 'packages/ui', 'packages/login', 'packages/contract'];
const notSources = /^(node_modules|dist|\..*|.*\.test\.tsx?|.*\.md)$/;

/**
 * Builds the web application if its sources have changed since the last build. The packed product contains the build
 * in place of the sources.
 */
export function buildWeb(): void {
  if (!existsSync(join(webFolder, 'vite.config.ts'))) return;
  const expectedFingerprint = fingerprint();
  if (isBuiltFrom(expectedFingerprint)) return;
  mkdirSync(join(root, '.cache'), { recursive: true });
  withLock(join(root, '.cache', 'web-build.lock'), () => {
    if (isBuiltFrom(expectedFingerprint)) return;
    process.stderr.write('Building the web application.\n');
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: webFolder,
      // Otherwise a caller's NODE_ENV, such as Vitest's `test`, would put React's development build into the product.
      env: { ...process.env, NODE_ENV: 'production' },
      encoding: 'utf8',
      maxBuffer: 64_000_000,
    });
    const output = `${built.stdout}${built.stderr}${built.error?.message ?? ''}`;
    if (built.status !== 0) {
      const known = explain(output, webFolder);
      if (known !== undefined) throw new SetupFailure(known);
      process.stderr.write(output);
      throw new SetupFailure('The web application could not be built; the reason stands above.');
    }
    writeFileSync(stampFile, expectedFingerprint);
  });
}

function isBuiltFrom(wanted: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of sourceFolders) hashFolder(hash, folder);
  return hash.digest('hex');
}

function hashFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (notSources.test(entry.name)) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) hashFolder(hash, path);
    else if (entry.isFile()) {
      hash.update(`${path}\n`);
      hash.update(readFileSync(join(root, path)));
    }
  }
}
