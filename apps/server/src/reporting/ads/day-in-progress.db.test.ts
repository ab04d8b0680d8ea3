import { beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { registerShop } from '../ingest/register-shop.ts';
import { generateOrders } from '../testing/generate-orders.ts';
import { sampleAdDay } from '../testing/sample-ad-day.ts';
import { applyAdDays } from './apply-ad-days.ts';
import { reportAds } from './ad-report.ts';
import { registerAdAccount } from './ad-accounts.ts';

const [tenantId, shopId, accountId, otherId] = [newId(), newId(), newId(), newId()];
/** An instant of November 24 in Vietnam. */
const at = (time: string) => new Date(`2026-11-24T${time}:00+07:00`);
const now = at('12:00');

const { database } = await openTestDatabase();

/** An order of ₫100,000, paid cash on delivery: it becomes a sale when it is placed. */
function order(number: number, createdAt: Date) {
  const [made] = generateOrders({ count: 1, seed: 1, from: now, to: now, skus: 1 });
  const [item] = made?.items ?? [];
  if (!made || !item) throw new Error('No order was generated');
  const instants = { createdAt, updatedAt: createdAt, committedAt: createdAt };
  const priceE4 = 1_000_000_000n;
  const sold = {
    ...item,
    lineId: String(number),
    sellerPriceE4: priceE4,
    listPriceE4: priceE4,
    sellerVoucherE4: 0n,
    stage: 'completed' as const,
    returnState: 'none' as const,
    updatedAt: createdAt,
  };
  const orderId = String(1_000_000 + number);
  return { ...made, ...instants, orderId, isCod: true, stage: 'completed' as const, items: [sold] };
}

const adDay = (date: string, spend: bigint) =>
  sampleAdDay({ date, spendE4: spend * 10_000n, attribution: '1d_click' });

beforeAll(async () => {
  const market = { currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' };
  const meta = { observedAt: now, mappingVersion: 1, finalUpTo: '2026-10-20' };
  await database.tenant(tenantId, async (tx) => {
    const shop = { shopId, name: 'Nhà Nón', platform: 'LAZADA', region: 'VN', ...market } as const;
    await registerShop(tx, shop, now);
    const yesterday = new Date('2026-11-23T20:00:00+07:00');
    const times = [yesterday, at('09:00'), at('10:10'), at('11:30')];
    await applyOrders(
      tx,
      shopId,
      times.map((time, index) => order(index, time)),
      meta,
    );
    for (const [id, name] of [
      [accountId, 'Hoa Mai Ads'],
      [otherId, 'Hoa Mai Ads 2'],
    ] as const) {
      const account = { accountId: id, platform: 'FACEBOOK', name, ...market } as const;
      await registerAdAccount(tx, account, now);
    }
    const days = [adDay('2026-11-23', 20_000n), adDay('2026-11-24', 50_000n)];
    await applyAdDays(tx, accountId, days, meta);
    await applyAdDays(tx, otherId, [adDay('2026-11-23', 20_000n)], meta);
  });
});

/** Reports the ratios of ads, with what was read up to these times. */
async function ratios(
  read: { sales: string; ads: string; other?: string },
  period: 'today' | '7d' = 'today',
) {
  const coverage = [
    { shopId, asOf: at(read.sales), open: [] },
    { shopId: accountId, asOf: at(read.ads), open: [] },
    { shopId: otherId, asOf: at(read.other ?? read.ads), open: [] },
  ];
  const dependencies = { database, readCoverage: async () => coverage, now: () => now };
  const { metrics } = await reportAds(dependencies, tenantId, { period });
  const { adSpend, blendedRoas, adCostRatio } = metrics;
  return {
    spend: adSpend.value,
    roas: blendedRoas.value,
    cost: adCostRatio.value,
    reasons: [blendedRoas.reason, adCostRatio.reason],
  };
}

const none = { roas: null, cost: null, reasons: Array(2).fill('different_times') };

describe('ratios of ad spend on an unfinished day', () => {
  it('count sales up to the time of the last ad sync', async () => {
    const known = { spend: '50000', reasons: [null, null] };
    expect(await ratios({ sales: '12:00', ads: '10:00' })).toEqual({
      ...known,
      roas: 2,
      cost: 0.5,
    });
    expect(await ratios({ sales: '12:00', ads: '10:30' })).toMatchObject({ roas: 4, cost: 0.25 });
    expect(await ratios({ sales: '10:30', ads: '10:30' })).toMatchObject({ roas: 4, cost: 0.25 });
  });

  it('are missing where sales are synced up to an earlier time, as spend is stored by day', async () => {
    expect(await ratios({ sales: '09:30', ads: '10:30' })).toEqual({ spend: '50000', ...none });
  });

  it('ignore an account without spend today', async () => {
    const read = { sales: '12:00', ads: '10:30', other: '09:00' };
    expect(await ratios(read)).toMatchObject({ roas: 4, cost: 0.25 });
  });

  it('treat today in the same way in longer periods', async () => {
    const read = { sales: '12:00', ads: '10:30' };
    // ₫100,000 of yesterday and ₫200,000 of today, against ₫40,000 and ₫50,000.
    expect(await ratios(read, '7d')).toMatchObject({ spend: '90000', cost: 0.3 });
  });

  it('are missing where accounts are synced up to different times', async () => {
    const meta = { observedAt: now, mappingVersion: 1, finalUpTo: '2026-10-20' };
    await database.tenant(tenantId, (tx) =>
      applyAdDays(tx, otherId, [adDay('2026-11-24', 50_000n)], meta),
    );
    const together = { sales: '12:00', ads: '10:30' };
    expect(await ratios(together)).toMatchObject({ spend: '100000', roas: 2 });
    expect(await ratios({ ...together, other: '10:00' })).toEqual({ spend: '100000', ...none });
    // Of more than one day, the difference is a matter of minutes.
    expect(await ratios({ ...together, other: '10:00' }, '7d')).toMatchObject({
      reasons: [null, null],
    });
  });
});
