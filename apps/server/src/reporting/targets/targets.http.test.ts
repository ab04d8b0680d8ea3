import { ApiError, MonthTargets, TargetList } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { beforeEach, expect, it } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { sql } from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';
import { reportingEraser } from '../erase.ts';
import type { ShopCoverage } from '../metrics/coverage.ts';
import { startReporting, type ReportingHttp } from '../testing/reporting-http.ts';
import { now } from '../testing/sample-tenant.ts';

/** Empty while no shop is synced. */
let coverage: ShopCoverage[] = [];
const { shops, reporting } = await startReporting(60, { readCoverage: async () => coverage });

const clear = sql('test.clear_targets', 'delete from reporting.target');
beforeEach(async () => {
  coverage = shops.shopIds.map((shopId) => ({ shopId, asOf: now, open: [] }));
  await shops.database.tenant(shops.tenantId, (tx) => tx.execute(clear));
});

type Token = keyof ReportingHttp['accounts'];

const call = (token: Token, method: 'GET' | 'PUT', search: string, payload?: object) =>
  callJson(reporting.http, token, method, `/reporting/targets${search}`, payload);

const november = { month: '2026-11', shop: null, currency: 'VND', metric: 'gmv' } as const;
const set = (changed: object, token: Token = 'member') =>
  call(token, 'PUT', '', { ...november, amount: '900000000', ...changed });

async function read(search: string, token: Token = 'viewer'): Promise<MonthTargets> {
  const { status, body } = await call(token, 'GET', search);
  expect(status).toBe(200);
  return Value.Parse(MonthTargets, body);
}

/** What the report counts for a month until now. */
function sold(month: string, shopId?: string) {
  const sales = shops.sold.filter(
    (sale) =>
      sale.day.startsWith(month) &&
      sale.currency === 'VND' &&
      (shopId === undefined || sale.shop_id === shopId),
  );
  return {
    gmv: toDecimal(sales.reduce((sum, sale) => sum + sale.gmv, 0n)),
    netSales: toDecimal(sales.reduce((sum, sale) => sum + sale.net_sales, 0n)),
  };
}

it('shows the progress of a target in its month, for the team or one shop', async () => {
  const [shop = ''] = shops.shopIds;
  expect((await set({})).status).toBe(204);
  await set({ metric: 'netSales', amount: '800000000' });
  await set({ shop, amount: '100000000' });
  const team = await read('?month=2026-11');
  const reached = sold('2026-11');
  expect(team).toMatchObject({
    month: '2026-11',
    from: '2026-11-01',
    to: '2026-11-30',
    currency: 'VND',
    daysLeft: 20,
    items: [
      { metric: 'gmv', amount: '900000000', reached: reached.gmv },
      { metric: 'netSales', amount: '800000000', reached: reached.netSales },
    ],
  });
  expect(team.items[0]?.projected).toMatch(/^\d+$/);
  expect((await read(`?month=2026-11&shop=${shop}`)).items).toMatchObject([
    { metric: 'gmv', amount: '100000000', reached: sold('2026-11', shop).gmv },
  ]);
  expect((await read('?month=2026-11&currency=USD')).items).toEqual([]);
  expect((await read('?month=2026-10')).items).toEqual([]);
  expect((await read('?month=2028-02')).to).toBe('2028-02-29');
});

it('has no projection and no daily amount while days are syncing', async () => {
  await set({});
  coverage = [];
  expect(await read('?month=2026-11')).toMatchObject({
    daysLoading: 11,
    items: [{ reached: sold('2026-11').gmv, projected: null, neededPerDay: null }],
  });
});

it('replaces and removes a target, and records each change in the audit log', async () => {
  await set({ amount: '5000000' });
  await set({ amount: '6000000' });
  await set({ amount: '6000000' });
  expect((await read('?month=2026-11')).items).toMatchObject([{ amount: '6000000' }]);
  await set({ amount: null });
  await set({ amount: null });
  expect((await read('?month=2026-11')).items).toEqual([]);
  const entries = await shops.database.tenantRead<{ action: string; amount: string }>(
    shops.tenantId,
    sql(
      'test.target_entries',
      `select action, details ->> 'amount' as amount from audit.entry
        where tenant_id = $1 and details ->> 'amount' in ($2, $3, '')`,
    ),
    [shops.tenantId, '5\u{a0}000\u{a0}000', '6\u{a0}000\u{a0}000'],
  );
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'reports.target_removed',
    'reports.target_set',
    'reports.target_set',
  ]);
});

it('groups no decimals of an amount in the audit log', async () => {
  await set({ amount: '1234567.1234' });
  const [entry] = await shops.database.tenantRead<{ amount: string }>(
    shops.tenantId,
    sql(
      'test.decimal_target_entry',
      `select details ->> 'amount' as amount from audit.entry
        where tenant_id = $1 and details ->> 'amount' like '%.%'`,
    ),
    [shops.tenantId],
  );
  expect(entry?.amount).toBe('1\u{a0}234\u{a0}567.1234');
});

it('lets viewers read but not set targets, and hides them from other teams', async () => {
  expect((await set({}, 'viewer')).status).toBe(403);
  await set({}, 'owner');
  expect(await read('?month=2026-11', 'viewer')).toMatchObject({ mayChange: false, items: [{}] });
  expect(await read('?month=2026-11', 'member')).toMatchObject({ mayChange: true });
  expect((await read('?month=2026-11', 'stranger')).items).toEqual([]);
  const [shop = ''] = shops.shopIds;
  expect((await set({ shop }, 'stranger')).body).toMatchObject({ error: 'shop_unknown' });
});

it('requires a positive amount, a month nearby and a currency of the shops', async () => {
  const errorOf = async (changed: object) => Value.Parse(ApiError, (await set(changed)).body).error;
  expect(await errorOf({ amount: '0' })).toBe('target_invalid');
  expect(await errorOf({ amount: '-5' })).toBe('target_invalid');
  expect(await errorOf({ amount: '100000000000001' })).toBe('target_invalid');
  expect(await errorOf({ month: '2020-11' })).toBe('month_too_far');
  expect(await errorOf({ month: '2030-11' })).toBe('month_too_far');
  expect((await set({ month: '2026-13' })).status).toBe(400);
  expect((await set({ currency: 'EUR' })).status).toBe(400);
  expect((await read('?month=2026-11')).items).toEqual([]);
});

it('lists the targets of several months, of the team or one shop', async () => {
  const [shop = ''] = shops.shopIds;
  await set({ month: '2026-12', amount: '950000000' });
  await set({});
  await set({ month: '2026-10', metric: 'netSales' });
  await set({ shop, amount: '5' });
  const months = '/months?from=2026-10&to=2026-12&metric=gmv&currency=VND';
  const ofMonths = async (token: Token, search = '') => {
    const { body } = await call(token, 'GET', `${months}${search}`);
    return Value.Parse(TargetList, body).items;
  };
  expect(await ofMonths('viewer')).toEqual([
    { month: '2026-11', amount: '900000000' },
    { month: '2026-12', amount: '950000000' },
  ]);
  const ofShop = await ofMonths('viewer', `&shop=${shop}`);
  expect(ofShop).toEqual([{ month: '2026-11', amount: '5' }]);
  expect(await ofMonths('stranger')).toEqual([]);
  const refused = await call('viewer', 'GET', months.replace('2026-10', '0000-01'));
  expect(refused).toMatchObject({ status: 400, body: { error: 'period_day' } });
});

it('erases the targets of an erased shop, and all targets of an erased team', async () => {
  const [shop = ''] = shops.shopIds;
  const erase = (work: 'shop' | 'team') =>
    shops.database.tenant(shops.tenantId, (tx) =>
      work === 'shop'
        ? reportingEraser.shop(tx, shop, 1_000_000)
        : reportingEraser.team(tx, 1_000_000),
    );
  await set({});
  await set({ shop });
  await erase('shop');
  expect((await call('viewer', 'GET', `?month=2026-11&shop=${shop}`)).status).toBe(404);
  expect((await read('?month=2026-11')).items).toHaveLength(1);
  await erase('team');
  expect((await read('?month=2026-11')).items).toEqual([]);
});
