import type { CanonicalSettlement } from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { applyAdDays } from '../ads/apply-ad-days.ts';
import { registerAdAccount } from '../ads/ad-accounts.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import type { CoverageKind, ShopCoverage } from '../metrics/coverage.ts';
import { applySettlements } from '../money/apply-settlements.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { sampleAdDay } from '../testing/sample-ad-day.ts';
import { raiseAlerts } from './raise-alerts.ts';

const now = new Date('2026-11-11T05:00:00Z');
const dayMs = 86_400_000;
const meta = { observedAt: now, mappingVersion: 1 };
const tenantId = newId();
const [shopId, accountId] = [newId(), newId()];
const orders = generateOrders({
  count: 5,
  seed: 3,
  skus: 3,
  from: new Date('2026-10-01T05:00:00Z'),
  to: new Date('2026-10-03T05:00:00Z'),
}).map((order) => ({
  ...order,
  committedAt: order.createdAt,
  updatedAt: new Date('2026-10-06T05:00:00Z'),
  stage: 'delivered' as const,
  items: order.items.map((item) => ({
    ...item,
    stage: 'delivered' as const,
    returnState: 'none' as const,
    updatedAt: new Date('2026-10-06T05:00:00Z'),
  })),
}));

const { database } = await openTestDatabase({ poolSize: 2 });

const dayBack = (back: number) =>
  new Date(now.getTime() - (back + 1) * dayMs).toISOString().slice(0, 10);
const market = { currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' } as const;
await database.tenant(tenantId, async (tx) => {
  const shop = { ...market, shopId, name: 'Hoa Mai', platform: 'SHOPEE', region: 'VN' } as const;
  await registerShop(tx, shop, now);
  await applyOrders(tx, shopId, orders, meta);
  const account = { ...market, accountId, name: 'Hoa Mai Ads', platform: 'FACEBOOK' } as const;
  await registerAdAccount(tx, account, now);
  const days = Array.from({ length: 35 }, (_, back) => [adDay(back, 0), adDay(back, 1)]).flat();
  await applyAdDays(tx, accountId, days, { ...meta, finalUpTo: '2026-10-01' });
});

/** Two campaigns: one sells every day, the other brought its last purchase eight days ago. */
function adDay(back: number, index: number) {
  return sampleAdDay({
    date: dayBack(back),
    campaignId: `c${index}`,
    campaignName: index === 0 ? 'Bán hàng' : 'Video',
    adSetId: `s${index}`,
    adId: `a${index}`,
    spendE4: 100_0000n,
    impressions: 10n,
    reach: 9n,
    purchases: index === 0 || back > 6 ? 2n : 0n,
  });
}

/** Ten settlements a day, with a fifth deducted as fees in the last week and a tenth before. */
function paid(): CanonicalSettlement[] {
  return Array.from({ length: 350 }, (_, index) => {
    const back = Math.floor(index / 10);
    const at = new Date(now.getTime() - (back + 1) * dayMs);
    const line = { orderLineId: null, feeName: '' };
    return {
      settlementId: `s${index}`,
      statementId: null,
      orderId: null,
      currency: 'VND',
      occurredAt: at,
      settledAt: at,
      updatedAt: at,
      isEstimate: false,
      lines: [
        { ...line, lineId: '0', feeClass: 'item_price', feeCode: 'p', amountE4: 1_000_0000n },
        {
          ...line,
          lineId: '1',
          feeClass: 'commission',
          feeCode: 'c',
          amountE4: back < 7 ? -200_0000n : -100_0000n,
        },
      ],
      flags: [],
    };
  });
}

const readEvents = sql(
  'test.money_alerts',
  `select kind, subject, data, resolved_at is not null as over from notifications.event
    where tenant_id = $1 order by kind`,
);

async function raisedAlerts(money: ShopCoverage[]) {
  const all = [shopId, accountId].map((id) => ({ shopId: id, asOf: now, open: [] }));
  const readCoverage = async (_: string, of?: CoverageKind) => (of === 'money' ? money : all);
  const connectedShops = async () => [shopId, accountId];
  await raiseAlerts({ database, readCoverage, connectedShops }, tenantId, now);
  return database.tenantRead(tenantId, readEvents, [tenantId]);
}

it('alerts about fees, overdue payouts and idle ads once each, about money only once it is synced', async () => {
  const ads = {
    kind: 'ads_without_sales',
    subject: accountId,
    data: { from: '2026-11-04', to: '2026-11-10', campaigns: ['Video'] },
    over: false,
  };
  const open = [{ from: new Date('2026-11-01T00:00:00Z'), to: now }];
  await database.tenant(tenantId, (tx) =>
    applySettlements(tx, shopId, { settlements: paid(), statements: [] }, meta),
  );
  expect(await raisedAlerts([{ shopId, asOf: now, open }])).toMatchObject([ads]);
  expect(await raisedAlerts([])).toHaveLength(1);

  const read = [{ shopId, asOf: now, open: [] }];
  const expected = [
    ads,
    {
      kind: 'fees_up',
      subject: shopId,
      data: { from: '2026-11-04', to: '2026-11-10', shares: { now: 0.2, baseline: 0.1 } },
      over: false,
    },
    {
      kind: 'payouts_overdue',
      subject: shopId,
      data: { orders: 5, days: 15, shops: [{ id: shopId, name: 'Hoa Mai' }] },
      over: false,
    },
  ];
  expect(await raisedAlerts(read)).toMatchObject(expected);
  expect(await raisedAlerts(read)).toMatchObject(expected);

  // The marketplace pays, so nothing is overdue.
  const paidNow = orders.map((order, index) => ({
    settlementId: `late-${index}`,
    orderId: order.orderId,
    statementId: null,
    currency: 'VND',
    occurredAt: now,
    settledAt: now,
    updatedAt: now,
    isEstimate: false,
    flags: [],
    lines: [
      {
        lineId: '0',
        orderLineId: null,
        feeClass: 'item_price' as const,
        feeCode: 'p',
        feeName: '',
        amountE4: 1_0000n,
      },
    ],
  }));
  await database.tenant(tenantId, (tx) =>
    applySettlements(tx, shopId, { settlements: paidNow, statements: [] }, meta),
  );
  expect((await raisedAlerts(read)).at(-1)).toMatchObject({ kind: 'payouts_overdue', over: true });
});
