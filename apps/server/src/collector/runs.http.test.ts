import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { sql } from '../platform/database.ts';
import { assemble, type Assembly } from './testing/assembly.ts';
import { newSeller } from './testing/linked-seller.ts';
import { startSandboxProcess, type SandboxProcess } from './testing/sandbox-process.ts';

const runStates = sql('test.runs', 'select state from collector.run where tenant_id = $1');

let test: TestDatabase;
let sandbox: SandboxProcess;
let assembly: Assembly;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  [test, sandbox] = await Promise.all([createTestDatabase(), startSandboxProcess()]);
  assembly = await assemble({ databaseUrl: test.url, lazadaUrl: sandbox.lazadaUrl });
  worker = await assembly.collector.work({ concurrency: 2, lookEveryMs: 200 });
});
afterAll(async () => {
  await worker.stop();
  await assembly.stop();
  await sandbox.stop();
  await test.drop();
});

it('a second request while one runs is answered with the same run, which ends', async () => {
  const seller = await newSeller(assembly);
  const shopId = await seller.link(sandbox, '200164502');
  const [first, second] = await Promise.all([
    seller.post('/collector/getData'),
    seller.post('/collector/getData'),
  ]);
  expect(first.status).toBe(202);
  expect(first.body).toEqual(second.body);
  expect(first.body).toMatchObject({ state: 'running', shopIds: [shopId], finishedAt: null });
  await expect
    .poll(() => assembly.database.tenantRead(seller.tenantId, runStates, [seller.tenantId]), {
      timeout: 30_000,
    })
    .toEqual([{ state: 'succeeded' }]);
  const later = await seller.post('/collector/getData');
  expect(later.body).not.toMatchObject({ runId: Reflect.get(Object(first.body), 'runId') });
});

it('with no linked shop there is nothing to wait for', async () => {
  const seller = await newSeller(assembly);
  const { status, body } = await seller.post('/collector/getData');
  expect(status).toBe(202);
  expect(body).toMatchObject({ state: 'succeeded', shopIds: [] });
  expect(await seller.progress()).toEqual({ synced: false, hasData: false, shops: [] });
});

it('disconnecting pauses a shop, keeps its figures, and linking it again goes on', async () => {
  const seller = await newSeller(assembly);
  const shopId = await seller.link(sandbox, '200164501');
  const before = await seller.until(30_000);
  expect((await seller.post(`/partner/shops/${shopId}/disconnect`)).status).toBe(200);
  const paused = await seller.progress();
  expect(paused.shops[0]).toMatchObject({ state: 'paused' });
  const summary = await seller.get(`/reporting/shops?period=90d`);
  expect(summary.body).toMatchObject({ items: [{ shopId }] });
  await seller.link(sandbox, '200164501');
  const after = await seller.until(30_000);
  expect(after.shops[0]?.streams[1]?.rows).toBe(before.shops[0]?.streams[1]?.rows);
});
