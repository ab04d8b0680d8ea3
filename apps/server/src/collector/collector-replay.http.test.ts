import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSeller } from './testing/linked-seller.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';

const header = 'order_id,created_at,status,sku,name,quantity,unit_price,currency,buyer';
/** Orders in another currency with cents, in every status, with a gap of many years. */
const lines = [
  '536365,2009-12-01 08:26:00,completed,85123A,White hanging heart,6,2.55,GBP,17850',
  '536365,2009-12-01 08:26:00,completed,71053,White metal lantern,6,3.39,GBP,17850',
  '536366,2009-12-01 23:59:59,cancelled,22633,Hand warmer,6,1.85,GBP,17850',
  '536367,2010-02-28T10:00:00Z,returned,84879,Assorted bird ornament,32,1.69,GBP,13047',
  '536368,2011-12-09 12:50:00,shipping,22960,Jam making set,2,4.25,GBP,13047',
  '536369,2011-12-09 12:51:00,unpaid,21756,Bath building block,3,5.95,GBP,13047',
  '536370,2026-11-10 09:00:00,completed,21756,Bath building block,1,6.25,GBP,13047',
];

const folder = await mkdtemp(join(tmpdir(), 'seller-connect-replay-'));
const file = join(folder, 'orders.csv');
await writeFile(file, `${[header, ...lines].join('\n')}\n`);
afterAll(() => rm(folder, { recursive: true, force: true }));

const { sandbox, assembly } = await startCollecting({
  sandbox: ['--size', 'tiny', '--replay', `lazada:${file}`],
});

it('reports a replayed file of old orders to the cent, for its own dates', async () => {
  const seller = await createSeller(assembly);
  const shop = (await sandbox.shops()).find((each) => each.replayOf !== null);
  const shopId = await seller.link(sandbox, shop?.externalShopId ?? '');
  await seller.until(30_000);
  expect(await storedDays(assembly.database, seller.tenantId, shopId)).toEqual(
    eventfulDays(await sandbox.ledger(shop?.externalShopId ?? '')),
  );
  const { body } = await seller.get(
    '/reporting/summary?period=custom&from=2009-12-01&to=2011-12-31',
  );
  // 6 × 2.55 + 6 × 3.39 + 6 × 1.85 + 32 × 1.69 + 2 × 4.25. The unpaid order does not count.
  expect(body).toMatchObject({
    currency: 'GBP',
    firstDay: '2009-12-01',
    partial: false,
    metrics: {
      gmv: { value: '109.32' },
      orders: { value: 4 },
      // Without the cancelled hand warmers and the returned ornaments.
      netSales: { value: '44.14' },
      units: { value: 14 },
      cancellationRate: { value: 0.25 },
    },
  });
});
