import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRelease } from '../../../scripts/building/release/write-release.ts';
import { npm } from '../../../scripts/setup/run-npm.mjs';
import { freePort, freePorts } from '../../../scripts/testing/free-ports.ts';
import { checkImage } from '../release/image.ts';

const startTimeoutMs = 180_000;

/**
 * Packs the product, installs it in an empty folder as on a machine without the sources, starts it, and builds and runs
 * the image. Without buildah or podman it says what was left out.
 * @returns the problems
 */
export async function soakRelease(times: number): Promise<string[]> {
  const problems: string[] = [];
  for (let round = 0; round < times; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'seller-connect-release-'));
    try {
      const { tarball } = writeRelease(join(folder, 'release'));
      problems.push(...(await checkInstalled(tarball, join(folder, 'machine'))));
      problems.push(...(await checkImage(tarball)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return problems;
}

/** Installs the packed product, and expects that it starts, serves its pages and ends. */
async function checkInstalled(tarball: string, machine: string): Promise<string[]> {
  rmSync(machine, { recursive: true, force: true });
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  npm(['install', '--global', '--prefix', machine, ...quietly, tarball], tmpdir());
  const [port, identityPort, sandboxPort] = [
    await freePort(),
    await freePort(),
    await freePorts(8),
  ];
  const child = spawn(join(machine, 'bin/seller-connect'), [], {
    cwd: machine,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SIZE: 'tiny',
    },
  });
  const output: string[] = [];
  const ended = once(child, 'exit');
  const ready = Promise.withResolvers<boolean>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.push(text);
      if (output.join('').includes('is ready at')) ready.resolve(true);
    });
  }
  const timer = setTimeout(() => ready.resolve(false), startTimeoutMs);
  void ended.then(() => ready.resolve(false));
  const isReady = await ready.promise;
  clearTimeout(timer);
  try {
    if (!isReady) return [`The packed product did not start: ${output.join('')}`];
    const statuses = await Promise.all(
      [`:${port}/`, `:${port}/readyz`, `:${identityPort}/register`].map(async (address) => {
        const { status } = await fetch(`http://localhost${address}`);
        return `${address} ${status}`;
      }),
    );
    return statuses.filter((each) => !each.endsWith(' 200'));
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
