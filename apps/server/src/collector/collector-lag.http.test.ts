import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isFullySynced, createSeller } from './testing/linked-seller.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';
import { storedMoney } from './testing/stored-money.ts';

const dayMs = 86_400_000;
const start = Date.now();
const daysAgo = (days: number) => new Date(start - days * dayMs).toISOString();
/** The sandbox's clock starts two months behind ours. All orders come after that and weeks before our present. */
const begins = daysAgo(60);
const orders = `order_id,created_at,status,sku,name,quantity,unit_price,currency,buyer
1001,${daysAgo(58)},completed,CUP,Cup,2,50000,VND,an
1002,${daysAgo(57.9)},returned,CUP,Cup,1,50000,VND,binh
1003,${daysAgo(40)},completed,POT,Pot,1,90000,VND,an
`;

const folder = await mkdtemp(join(tmpdir(), 'seller-connect-lag-'));
const file = join(folder, 'orders.csv');
await writeFile(file, orders);
afterAll(() => rm(folder, { recursive: true, force: true }));

const { sandbox, assembly } = await startCollecting({
  sandbox: ['--size', 'tiny', '--clock', begins, '--replay', `lazada:${file}`],
});

it('finds the first orders of an empty shop however far the clock of the partner lags', async () => {
  const seller = await createSeller(assembly);
  const external = (await sandbox.shops()).find(({ replayOf }) => replayOf)?.externalShopId ?? '';
  const shopId = await seller.link(sandbox, external);
  await seller.until(30_000, isFullySynced);
  const stored = () => storedDays(assembly.database, seller.tenantId, shopId);
  expect(await stored()).toEqual([]);
  for (const now of [daysAgo(57), daysAgo(15)]) {
    await sandbox.clock({ now });
    await seller.syncAgain();
    const days = eventfulDays(await sandbox.ledger(external));
    expect(days.length).toBeGreaterThan(0);
    expect(await stored()).toEqual(days);
    const { returns, kinds } = await storedMoney(assembly.database, seller.tenantId, shopId);
    const money = await sandbox.money(external);
    expect({ returns, kinds }).toEqual({ returns: money.returns, kinds: money.kinds });
  }
});
