import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { assemble, type Assembly } from './testing/assembly.ts';
import { newSeller } from './testing/linked-seller.ts';
import { startSandboxProcess, type SandboxProcess } from './testing/sandbox-process.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';

let test: TestDatabase;
let sandbox: SandboxProcess;
let assembly: Assembly;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  [test, sandbox] = await Promise.all([
    createTestDatabase(),
    startSandboxProcess(['--size', 'small', '--clock', '2026-11-11T08:00:00Z']),
  ]);
  await sandbox.clock({ frozen: true });
  assembly = await assemble({
    databaseUrl: test.url,
    lazadaUrl: sandbox.lazadaUrl,
    logLevel: 'warn',
  });
  worker = await assembly.collector.work({ concurrency: 3, lookEveryMs: 200, sliceMs: 2000 });
});
afterAll(async () => {
  await worker.stop();
  await assembly.stop();
  await sandbox.stop();
  await test.drop();
});

describe('from linking to the figures', () => {
  it('reads a shop’s whole history; every day equals the ledger to the đồng', async () => {
    const seller = await newSeller(assembly);
    const shopId = await seller.link(sandbox, '200391241');
    const done = await seller.synced(60_000);
    expect(await storedDays(assembly.database, seller.tenantId, shopId)).toEqual(
      eventfulDays(await sandbox.ledger('200391241')),
    );
    expect(done.shops[0]).toMatchObject({ state: 'up_to_date' });
  }, 90_000);
});
