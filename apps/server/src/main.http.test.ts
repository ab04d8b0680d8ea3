import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { freePort } from '../../../scripts/testing/free-ports.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'main-'));
afterAll(() => rm(dataDir, { recursive: true }));

it('stops the embedded database before it exits, even on a signal during the start', async () => {
  const [port, identityPort] = [await freePort(), await freePort()];
  const program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      DEMO: '1',
      DATA_DIR: dataDir,
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
    },
    stdio: 'ignore',
  });
  const exit = once(program, 'exit');
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  await vi.waitUntil(() => existsSync(pidFile) || program.exitCode !== null, { timeout: 60_000 });

  program.kill('SIGTERM');
  const [code] = await exit;

  expect(existsSync(pidFile)).toBe(false);
  expect(code).toBe(0);
});
