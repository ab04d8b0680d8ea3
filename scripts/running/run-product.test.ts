import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runProduct } from './run-product.ts';

it('ends on a signal while it waits for the ports of an earlier run', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'run-product-'));
  const server = createServer();
  onTestFinished(() => {
    server.close();
    rmSync(dataDir, { recursive: true });
    vi.unstubAllEnvs();
  });
  // A record without launcher is one of a run that was killed, whose programs are still stopping.
  writeFileSync(join(dataDir, 'run.json'), '{}');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  vi.stubEnv('PORT', String(typeof address === 'object' && address?.port));
  vi.stubEnv('DATA_DIR', dataDir);
  const code = runProduct({ verbose: false });
  process.emit('SIGHUP');
  await expect(code).resolves.toBe(0);
});
