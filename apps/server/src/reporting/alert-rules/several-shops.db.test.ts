import { AlertPreview } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { beforeEach, expect, it } from 'vitest';
import { reportingEraser } from '../erase.ts';
import { queryReports } from '../query/query-reports.ts';
import { createAlertRulesHttp, draft, watchedBy } from './testing/alert-rules-http.ts';

const server = await createAlertRulesHttp();
/** Shops of the team that sell in VND. */
const [first = '', second = '', third = ''] = server.shops.shopIds;
beforeEach(() => server.reset());

async function shopsOfRules(): Promise<string[][]> {
  const rules = await server.list();
  return rules.map(({ shopIds }) => shopIds);
}

it('a rule for two of three shops has the value of POST /reports/query, and previews it', async () => {
  await server.create({ shopIds: [second, third.toUpperCase(), second], currency: 'VND' });
  expect(await shopsOfRules()).toEqual([[second, third]]);
  await server.evaluate();
  const { rows } = await queryReports(
    server.dependencies,
    server.shops.tenantId,
    {
      dataSet: 'shop_day',
      fields: ['gmv'],
      dateRange: { from: '2026-11-10', to: '2026-11-10' },
      currency: 'VND',
      shops: [second, third],
    },
    'en',
  );
  const gmv = String(rows[0]?.[0]);
  expect(await server.raised()).toMatchObject([
    {
      alert: { value: gmv },
      shops: [
        { id: second, name: 'Trà Việt', platform: 'SHOPEE' },
        { id: third, name: 'Áo Dài, "Huế"', platform: 'SHOPEE' },
      ],
    },
  ]);
  const watched = watchedBy({ ...draft, shopIds: [second, third], currency: 'VND' });
  const { body } = await server.call('viewer', 'POST', '/preview', watched);
  expect(Value.Parse(AlertPreview, body).days.at(-1)).toMatchObject({
    day: '2026-11-10',
    value: gmv,
  });
});

it('a rule refuses a shop of another team, also beside an own one', async () => {
  const { rows } = await server.superuser.query<{ id: string }>(
    'select shop_id as id from reporting.shop where tenant_id = $1',
    [server.shops.neighbour],
  );
  const foreign = { ...draft, shopIds: [first, rows[0]?.id ?? ''] };
  const { id } = await server.create({ shopIds: [first, second] });
  for (const [method, path, body] of [
    ['POST', '', foreign],
    ['PUT', `/${id}`, foreign],
    ['POST', '/preview', watchedBy(foreign)],
  ] as const) {
    const answer = await server.call('owner', method, path, body);
    expect(answer).toMatchObject({ status: 404, body: { error: 'shop_unknown' } });
  }
  expect(await shopsOfRules()).toEqual([[first, second]]);
});

it('a rule for several shops is not evaluated by an older version, whose choice replaces them', async () => {
  const { id } = await server.create({ shopIds: [first, second] });
  const { rows } = await server.superuser.query(
    `select r.shop_id, s.name from reporting.alert_rule r left join reporting.shop s using (tenant_id, shop_id)`,
  );
  expect(rows).toEqual([{ shop_id: '00000000-0000-0000-0000-000000000000', name: null }]);
  const change = 'update reporting.alert_rule set shop_id = $2 where rule_id = $1';
  await server.superuser.query(change, [id, third]);
  expect(await shopsOfRules()).toEqual([[third]]);
  await server.superuser.query(change, [id, null]);
  expect(await shopsOfRules()).toEqual([[]]);
});

it('a rule loses an erased shop with its alerts, and is deleted with its last shop', async () => {
  await server.create({ name: 'three', shopIds: [first, second, third] });
  await server.create({ name: 'first', shopIds: [first] });
  await server.create({ name: 'third', shopIds: [third] });
  await server.create({ name: 'Shopee', platform: 'SHOPEE' });
  await server.evaluate();
  const erase = async (shopId: string) => {
    const { database, tenantId } = server.shops;
    const eraseSome = () =>
      database.tenant(tenantId, (tx) => reportingEraser.shop(tx, shopId, 1000));
    while ((await eraseSome()) > 0);
  };
  const watched = async () => {
    const rules = await server.list();
    return Object.fromEntries(rules.map((rule) => [rule.name, rule.shopIds]));
  };
  const alerted = async () => {
    const { rows } = await server.superuser.query<{ name: string; ids: string[] }>(
      `select finding -> 'alert' ->> 'rule' as name,
              array(select s ->> 'id' from jsonb_array_elements(finding -> 'shops') s) as ids
         from reporting.alert`,
    );
    return Object.fromEntries(rows.map(({ name, ids }) => [name, ids]));
  };
  const all = { three: [first, second, third], first: [first], third: [third], Shopee: [] };
  expect([await watched(), await alerted()]).toEqual([all, all]);
  await erase(first);
  expect(await watched()).toEqual({ three: [second, third], third: [third], Shopee: [] });
  expect(await alerted()).toEqual({ third: [third], Shopee: [] });
  await erase(second);
  await server.dataArrives();
  await server.evaluate();
  const left = { three: [third], third: [third], Shopee: [] };
  expect([await watched(), await alerted()]).toEqual([left, left]);
  await erase(third);
  expect([await watched(), await alerted()]).toEqual([{ Shopee: [] }, { Shopee: [] }]);
});
