import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installLocked } from './install.mjs';

let folder: string;
let registry: Worker | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await registry?.terminate();
  rmSync(folder, { recursive: true, force: true });
});

it('installs a version that is newer than what the cache knows of its package', async () => {
  vi.stubEnv('npm_config_registry', await startRegistry());
  vi.stubEnv('npm_config_cache', join(folder, 'cache'));
  for (const version of ['1.0.0', '1.1.0']) {
    publish(version);
    lock(version);
    installLocked(folder);
    const installed: unknown = JSON.parse(
      readFileSync(join(folder, 'node_modules/shelf/package.json'), 'utf8'),
    );
    expect(installed).toMatchObject({ version });
  }
});

/** Starts a registry that serves the files in `registry`. npm blocks this thread, so it has one of its own. */
async function startRegistry(): Promise<string> {
  const served = join(folder, 'registry');
  mkdirSync(served);
  const worker = new Worker(
    `const { createServer } = require('node:http');
     const { readFileSync } = require('node:fs');
     const { join, basename } = require('node:path');
     const { parentPort, workerData } = require('node:worker_threads');
     const server = createServer(({ url }, response) => {
       response.setHeader('cache-control', 'max-age=300');
       response.end(readFileSync(join(workerData, basename(url))));
     });
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`,
    { eval: true, workerData: served },
  );
  registry = worker;
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return `http://127.0.0.1:${port}/`;
}

/** Adds a version of the package `shelf` to the registry, and names only this one in its description. */
function publish(version: string): void {
  const source = join(folder, 'package');
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'shelf', version }));
  const archive = join(folder, 'registry', archiveOf(version));
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package']);
  const dist = {
    tarball: `${process.env['npm_config_registry']}${archiveOf(version)}`,
    integrity: integrityOf(version),
  };
  writeFileSync(
    join(folder, 'registry/shelf'),
    JSON.stringify({
      name: 'shelf',
      'dist-tags': { latest: version },
      versions: { [version]: { name: 'shelf', version, dist } },
    }),
  );
}

/** Writes a project that needs this version. Its lock file has no addresses, like ours. */
function lock(version: string): void {
  const project = { name: 'project', version: '1.0.0', dependencies: { shelf: version } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
  const packages = {
    '': project,
    'node_modules/shelf': { version, integrity: integrityOf(version) },
  };
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...project, lockfileVersion: 3, requires: true, packages }),
  );
}

function integrityOf(version: string): string {
  const archive = readFileSync(join(folder, 'registry', archiveOf(version)));
  return `sha512-${createHash('sha512').update(archive).digest('base64')}`;
}

function archiveOf(version: string): string {
  return `shelf-${version}.tgz`;
}
