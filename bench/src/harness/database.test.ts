import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@seller-connect/embedded-postgres';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withDatabase } from './database.ts';

vi.mock('@seller-connect/embedded-postgres', () => ({ startEmbeddedPostgres: vi.fn() }));

it.each(['start', 'stop'])('deletes its folder if the server does not %s', async (failing) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-database-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  vi.stubEnv('TMPDIR', folder);
  const failed = new Error(`no ${failing}`);
  vi.mocked(startEmbeddedPostgres).mockImplementation(async () => {
    expect(readdirSync(folder)).toHaveLength(1);
    if (failing === 'start') throw failed;
    return { connectionString: 'postgres://127.0.0.1:1/none', stop: () => Promise.reject(failed) };
  });
  await expect(withDatabase(async () => undefined)).rejects.toBe(failed);
  expect(readdirSync(folder)).toEqual([]);
});
