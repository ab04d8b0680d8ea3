import { ShopSyncRunList } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { sql } from '../../platform/database/database.ts';
import { createSeller, type Seller } from '../testing/linked-seller.ts';
import { startCollecting } from '../testing/start-collecting.ts';

async function runsOf(seller: Seller, shopId: string, more = ''): Promise<ShopSyncRunList> {
  const { status, body } = await seller.get(`/collector/runs?shopId=${shopId}${more}`);
  expect(status).toBe(200);
  return Value.Parse(ShopSyncRunList, body);
}

const runState = sql(
  'test.run_state',
  'select state from collector.run where tenant_id = $1 and run_id = $2',
);

const { sandbox, assembly } = await startCollecting();

it('a second request during a run returns the same run, which finishes', async () => {
  const seller = await createSeller(assembly);
  const shopId = await seller.link(sandbox, '200164502');
  const [first, second] = await Promise.all([
    seller.post('/collector/getData'),
    seller.post('/collector/getData'),
  ]);
  expect(first.status).toBe(202);
  expect(first.body).toEqual(second.body);
  expect(first.body).toMatchObject({ state: 'running', shopIds: [shopId], finishedAt: null });
  const runId: unknown = Reflect.get(Object(first.body), 'runId');
  await expect
    .poll(() => assembly.database.tenantRead(seller.tenantId, runState, [seller.tenantId, runId]), {
      timeout: 60_000,
    })
    .toEqual([{ state: 'succeeded' }]);
  const later = await seller.post('/collector/getData');
  expect(later.body).not.toMatchObject({ runId });
  // Further requests start no more than five runs in five minutes.
  for (let n = 0; n < 12; n += 1) {
    expect((await seller.post('/collector/getData')).status).toBe(202);
    await expect.poll(async () => (await runsOf(seller, shopId)).items[0]?.state).toBe('succeeded');
  }
  expect((await runsOf(seller, shopId)).total).toBe(5);
});

it('lists the runs of a shop with the rows of each stream, newest first, in pages', async () => {
  const seller = await createSeller(assembly);
  const shopId = await seller.link(sandbox, '200391241');
  await seller.until(30_000);
  await expect
    .poll(async () => (await runsOf(seller, shopId)).items[0]?.state, { timeout: 60_000 })
    .toBe('succeeded');
  await seller.post('/collector/getData');
  await expect
    .poll(async () => (await runsOf(seller, shopId)).items.map((run) => run.state), {
      timeout: 60_000,
    })
    .toEqual(['succeeded', 'succeeded']);
  const [again, first] = (await runsOf(seller, shopId)).items;
  const progress = (await seller.progress()).shops[0]?.streams ?? [];
  const rowsNow = (stream: string) => progress.find((each) => each.stream === stream)?.rows ?? 0;
  expect(first?.streams.map(({ stream }) => stream)).toEqual([
    'orders',
    'products',
    'returns',
    'settlements',
    'shop',
  ]);
  expect(first?.streams.find(({ stream }) => stream === 'orders')?.rows).toBeGreaterThan(0);
  // The rows of the runs add up to the stored rows.
  const sum = (stream: string) =>
    [again, first].reduce(
      (total, run) => total + (run?.streams.find((each) => each.stream === stream)?.rows ?? 0),
      0,
    );
  expect(sum('products')).toBe(rowsNow('products'));
  expect(Date.parse(again?.finishedAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(again?.startedAt ?? ''),
  );
  const page = await runsOf(seller, shopId, '&pageSize=1&page=2');
  expect(page).toMatchObject({ total: 2, items: [{ runId: first?.runId }] });
  expect(await runsOf(seller, shopId, '&page=9')).toEqual({ total: 2, items: [] });
  const stranger = await createSeller(assembly);
  expect(await stranger.get(`/collector/runs?shopId=${shopId}`)).toMatchObject({ status: 404 });
});

it('explains why a run failed', async () => {
  const external = '200283118';
  await sandbox.faults([
    { platform: 'LAZADA', kind: 'revoked_token', path: '/orders/get', shop: external },
  ]);
  const seller = await createSeller(assembly);
  const shopId = await seller.link(sandbox, external);
  await seller.until(30_000, (data) => data.shops[0]?.state === 'needs_you');
  await sandbox.faults([]);
  await expect
    .poll(async () => (await runsOf(seller, shopId)).items[0]?.state, { timeout: 60_000 })
    .toBe('failed');
  const [run] = (await runsOf(seller, shopId)).items;
  expect(run?.streams.find(({ stream }) => stream === 'orders')).toMatchObject({
    state: 'failed',
    problem: {
      code: 'partner_needs_reauthorization',
      message: 'Access was ended. Reconnect to keep your data up to date.',
    },
  });
});

it('a run without linked shops succeeds at once', async () => {
  const seller = await createSeller(assembly);
  const { status, body } = await seller.post('/collector/getData');
  expect(status).toBe(202);
  expect(body).toMatchObject({ state: 'succeeded', shopIds: [] });
  expect(await seller.progress()).toEqual({ synced: false, hasData: false, shops: [] });
});

it('disconnecting pauses a shop and keeps its report; linking it again resumes the sync', async () => {
  const seller = await createSeller(assembly);
  const shopId = await seller.link(sandbox, '200164501');
  const before = await seller.until(30_000);
  expect((await seller.post(`/partner/shops/${shopId}/disconnect`)).status).toBe(200);
  const paused = await seller.progress();
  expect(paused.shops[0]).toMatchObject({ state: 'paused' });
  const { body } = await seller.get('/reporting/breakdown?by=shop&period=90d');
  expect(body).toMatchObject({ items: [{ key: shopId, daysLoading: 0 }] });
  await seller.link(sandbox, '200164501');
  const after = await seller.until(30_000);
  expect(after.shops[0]?.streams[1]?.rows).toBe(before.shops[0]?.streams[1]?.rows);
});
