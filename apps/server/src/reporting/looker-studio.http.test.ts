import { ReportsResult } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { callJson } from '../../test/call-json.ts';
import { toDecimal } from '../platform/money.ts';
import { newId } from '../platform/ids.ts';
import { registerShop } from './ingest/register-shop.ts';
import { dataSets } from './query/data-sets.ts';
import { UserError } from '../../../../integrations/looker-studio-emulator/data-studio.ts';
import {
  startLookerStudio,
  readManifest,
  type LookerStudio,
} from '../../../../integrations/looker-studio-emulator/looker-studio.ts';
import { startReporting } from './testing/reporting-http.ts';
import { sumSales } from './testing/sample-tenant.ts';

const started: LookerStudio[] = [];

const start = async (options?: Parameters<typeof startLookerStudio>[1]) => {
  const one = await startLookerStudio(server, options);
  started.push(one);
  return one;
};

/** Runs the connector of integrations/looker-studio, unmodified, over HTTP against our own server. */
const { shops, reporting } = await startReporting(60);
const server = await reporting.http.app.listen({ host: '127.0.0.1', port: 0 });
const { secret } = await reporting.newTool('Looker Studio');
const studio = await start();
await studio.call('setCredentials', { key: secret });
afterEach(() => {
  studio.sent.length = 0;
});
afterAll(async () => {
  for (const one of started) await one.stop();
});

const days = { startDate: '2026-09-20', endDate: '2026-11-11' };
const rowsOf = async (request: object) => {
  const { rows } = await studio.call('getData', { dateRange: days, ...request });
  return rows.map(({ values }) => values);
};
const shown = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.fail('it was answered'),
    (error: unknown) => {
      if (error instanceof UserError) return error;
      throw error;
    },
  );

describe('the manifest', () => {
  it('meets the requirements of Looker Studio and calls Seller Connect only', () => {
    const { dataStudio, urlFetchWhitelist } = readManifest();
    expect(dataStudio.name.length).toBeLessThanOrEqual(28);
    expect(dataStudio.shortDescription.length).toBeLessThanOrEqual(114);
    expect(dataStudio.authType).toEqual(['KEY']);
    expect(urlFetchWhitelist).toEqual(['https://app.example.com/']);
  });
});

describe('sign-in', () => {
  it('validates, stores and resets a secret', async () => {
    const fresh = await start();
    expect(await fresh.call('getAuthType')).toEqual({
      type: 'KEY',
      helpUrl: 'https://app.example.com/settings/reporting-tools',
    });
    expect(await fresh.call('isAdminUser')).toBe(false);
    expect(await fresh.call('isAuthValid')).toBe(false);
    for (const key of ['', 'scr_x', `${secret.slice(0, -1)}!`]) {
      expect(await fresh.call('setCredentials', { key })).toEqual({
        errorCode: 'INVALID_CREDENTIALS',
      });
    }
    expect(await fresh.call('isAuthValid')).toBe(false);
    expect(await fresh.call('setCredentials', { key: ` ${secret}\n` })).toEqual({
      errorCode: 'NONE',
    });
    expect(await fresh.call('isAuthValid')).toBe(true);
    fresh.answerNext('nobody is there');
    expect((await shown(fresh.call('isAuthValid'))).message).toContain('Chưa kết nối được');
    await fresh.call('resetAuth');
    expect(await fresh.call('isAuthValid')).toBe(false);
    expect((await shown(fresh.call('getSchema'))).message).toContain('Mã bí mật');
  });

  it('explains in the language of the user that the access was revoked', async () => {
    const english = await start({ locale: 'en' });
    const tool = await reporting.newTool('short');
    await english.call('setCredentials', { key: tool.secret });
    await callJson(reporting.http, 'owner', 'DELETE', `/reports/access/${tool.id}`);
    expect(await english.call('isAuthValid')).toBe(false);
    const request = { fields: [{ name: 'gmv' }], dateRange: days };
    const failure = await shown(english.call('getData', request));
    expect(failure.message).toContain('Create new access in Seller Connect');
    expect(failure.debugText).toBe('HTTP 401: report_access_refused');
  });
});

describe('the configuration', () => {
  it('asks for the data set first, then for its options', async () => {
    const first = await studio.call('getConfig', { languageCode: 'vi' });
    expect(first).toMatchObject({ isSteppedConfig: true, dateRangeRequired: false });
    const [, question] = first.configParams;
    expect(question?.options?.map(({ value }) => value)).toEqual([...dataSets.keys()]);
    expect(question?.options?.[0]?.label).toBe('Gian hàng theo ngày');

    const configParams = { dataSet: 'orders' };
    const orders = await studio.call('getConfig', { languageCode: 'en', configParams });
    expect(orders).toMatchObject({ isSteppedConfig: false, dateRangeRequired: true });
    const byName = new Map(orders.configParams.map((each) => [each.name, each]));
    expect(byName.get('basis')?.options?.map(({ label }) => label)).toEqual([
      'Sale date',
      'Order date',
    ]);
    expect(
      byName
        .get('shops')
        ?.options?.map(({ value }) => value)
        .toSorted(),
    ).toEqual(shops.shopIds.toSorted());
    expect(byName.get('currency')?.options?.map(({ value }) => value)).toEqual(['VND', 'USD']);
    expect(await studio.call('getConfig', { languageCode: 'en', configParams })).toEqual(orders);

    const products = await studio.call('getConfig', { configParams: { dataSet: 'products' } });
    expect(products.dateRangeRequired).toBe(false);
  });
});

describe('the schema', () => {
  it.each([...dataSets.values()])('of $id has every field of the dictionary', async (dataSet) => {
    const configParams = { dataSet: dataSet.id, currency: 'VND' };
    const { schema } = await studio.call('getSchema', { configParams });
    expect(schema.map(({ name }) => name)).toEqual([...dataSet.fields.keys()]);
    for (const { name, label, semantics } of schema) {
      const field = dataSet.fields.get(name);
      expect(label).toBe(field?.label.vi);
      expect(semantics.conceptType).toBe(field?.aggregation === 'none' ? 'DIMENSION' : 'METRIC');
      if (name.endsWith('_id')) expect(semantics.semanticType).toBe('TEXT');
      if (field?.type === 'money') expect(semantics.semanticType).toBe('CURRENCY_VND');
    }
  });

  it('divides ratios after summing, so that a total is not a sum of ratios', async () => {
    const { schema } = await studio.call('getSchema', { configParams: { dataSet: 'shop_day' } });
    const aov = schema.find(({ name }) => name === 'aov');
    expect(aov).toMatchObject({
      formula: 'SUM($nmv) / SUM($valid_orders)',
      defaultAggregationType: 'AUTO',
      semantics: { isReaggregatable: false, semanticType: 'NUMBER' },
    });
    // Looker Studio computes a total this way: it requests the sums and divides them.
    const [[nmv, validOrders] = []] = await rowsOf({
      fields: [{ name: 'nmv' }, { name: 'valid_orders' }],
    });
    const dateRange = { from: days.startDate, to: days.endDate };
    const query = { fields: ['aov'], dateRange };
    const { body } = await callJson(reporting.http, secret, 'POST', '/reports/query', query);
    const [[quotient] = []] = Value.Parse(ReportsResult, body).rows;
    expect(Number(quotient)).toBeCloseTo(Number(nmv) / Number(validOrders), 4);
  });
});

describe('the rows of a chart', () => {
  it('are grouped by exactly the requested fields, in their order', async () => {
    const rows = await rowsOf({
      fields: [{ name: 'gmv' }, { name: 'platform' }, { name: 'orders' }],
    });
    const sold = shops.sold.filter(({ currency }) => currency === 'VND');
    const expected = [...sumSales(sold, ['platform'])].map(([platform, sums]) => [
      Number(toDecimal(sums.gmv)),
      platform,
      Number(sums.orders),
    ]);
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });

  it('follow the chosen days, shops, basis and currency', async () => {
    const [shopId = ''] = shops.shopIds;
    const dateRange = { startDate: '2026-10-01', endDate: '2026-10-15' };
    const configParams = { dataSet: 'shop_day', shops: shopId, currency: 'VND' };
    const rows = await rowsOf({
      configParams,
      dateRange,
      fields: [{ name: 'day' }, { name: 'orders' }],
    });
    const sold = shops.sold.filter(
      ({ day, shop_id }) => shop_id === shopId && day >= '2026-10-01' && day <= '2026-10-15',
    );
    const expected = [...sumSales(sold, ['day'])].map(([day, { orders }]) => [
      day.replaceAll('-', ''),
      Number(orders),
    ]);
    expect(rows).toEqual(expected.toSorted());
    const everyOrder = ['shop_id', 'order_id', 'currency', 'created_at', 'committed_at', 'is_cod'];
    const placed = await rowsOf({
      configParams: { dataSet: 'orders', basis: 'created' },
      fields: everyOrder.map((name) => ({ name })),
    });
    expect(placed).toHaveLength(shops.orders.length);
    const dollars = await rowsOf({
      configParams: { currency: 'USD' },
      fields: [{ name: 'shop_name' }, { name: 'net_sales' }],
    });
    expect(dollars.map(([name]) => name)).toEqual(['Gốm Mỹ']);
  });

  it('are filtered by Seller Connect where supported, and by Looker Studio otherwise', async () => {
    const filter = (fieldName: string, operator: string, values: string[], type = 'INCLUDE') => [
      { fieldName, operator, values, type },
    ];
    const request = {
      dateRange: days,
      fields: [{ name: 'orders' }, { name: 'platform', forFilterOnly: true }],
    };
    const filtered = await studio.call('getData', {
      ...request,
      dimensionsFilters: [
        filter('platform', 'IN_LIST', ['SHOPEE', 'TIKI']),
        filter('shop_name', 'CONTAINS', ['Trà'], 'EXCLUDE'),
        filter('day', 'BETWEEN', ['20261001', '20261031']),
      ],
    });
    const sold = shops.sold.filter(
      (each) =>
        each.platform === 'SHOPEE' &&
        !each.shop_name.includes('Trà') &&
        each.currency === 'VND' &&
        each.day.startsWith('2026-10'),
    );
    expect(filtered).toMatchObject({ filtersApplied: true, rows: [{ values: [sold.length] }] });

    for (const unknown of [
      filter('platform', 'REGEXP_EXACT_MATCH', ['SHO.*']),
      filter('shop_id', 'CONTAINS', ['a']),
    ]) {
      const left = await studio.call('getData', { ...request, dimensionsFilters: [unknown] });
      expect(left.filtersApplied).toBe(false);
      expect(left.schema.map(({ name }) => name)).toEqual(['orders', 'platform']);
    }
  });

  it('are fetched page by page, each row once', async () => {
    const answerOf = (rows: string[][], nextPageToken: string | null) => ({
      status: 200,
      headers: {},
      text: JSON.stringify({
        schema: [{ id: 'order_id', type: 'text', aggregation: 'none', label: 'Mã', about: null }],
        rows,
        meta: { currencies: [] },
        nextPageToken,
      }),
    });
    studio.answerNext(
      answerOf([['1'], ['2']], 'second'),
      answerOf([['3']], 'third'),
      answerOf([['4']], null),
    );
    const request = { configParams: { dataSet: 'orders' }, fields: [{ name: 'order_id' }] };
    expect(await rowsOf(request)).toEqual([['1'], ['2'], ['3'], ['4']]);
    const tokens = studio.sent.map(({ payload }) => JSON.parse(payload ?? '{}').pageToken);
    expect(tokens).toEqual([undefined, 'second', 'third']);
    const fields = ['shop_id', 'order_id', 'currency'].map((name) => ({ name }));
    const scriptParams = { sampleExtraction: true };
    const sample = await rowsOf({ configParams: { dataSet: 'orders' }, fields, scriptParams });
    expect(sample).toHaveLength(100);
  });
});

describe('errors in the language of the user', () => {
  const request = { fields: [{ name: 'gmv' }], dateRange: days };
  const answer = (status: number, body: unknown, headers = {}) => ({
    status,
    headers,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });

  it('explain a removed field', async () => {
    const gone = { ...request, fields: [{ name: 'margin' }] };
    expect((await shown(studio.call('getData', gone))).message).toContain('“margin”');
  });

  it('retry after the requested delay when throttled, and explain it if that fails', async () => {
    studio.answerNext(answer(429, {}, { 'retry-after': '7' }), answer(429, {}));
    expect((await studio.call('getData', request)).rows).toHaveLength(1);
    expect(studio.slept).toEqual([7000, 1000]);
    const message = 'Công cụ báo cáo gửi yêu cầu quá nhanh.';
    studio.answerNext(...Array.from({ length: 4 }, () => answer(429, { message })));
    expect((await shown(studio.call('getData', request))).message).toBe(message);
  });

  it.each([
    [
      'a query that takes too long',
      answer(422, { error: 'too_much', message: 'Quá lâu.' }),
      'Quá lâu.',
    ],
    ['an outage', answer(503, '<html>'), 'Seller Connect đang gặp sự cố'],
    ['an invalid response', answer(200, '<html>'), 'Seller Connect đang gặp sự cố'],
    ['a refused connection', 'nobody is there' as const, 'Chưa kết nối được với Seller Connect'],
  ])('explain %s', async (_, instead, text) => {
    studio.answerNext(instead);
    expect((await shown(studio.call('getData', request))).message).toContain(text);
  });

  it('explain a connector that is not set up', async () => {
    const bare = await start({ origin: null });
    expect((await shown(bare.call('getAuthType'))).message).toContain('SELLER_CONNECT_ORIGIN');
  });

  it('never contain the secret', async () => {
    studio.answerNext('nobody is there');
    const failure = await shown(studio.call('getData', request));
    expect(failure.message + failure.debugText).not.toContain(secret);
  });
});

// The last test, because its shops stay.
it('offers all shops of a team with more than a thousand', async () => {
  const { database, tenantId } = shops;
  await database.tenant(tenantId, async (tx) => {
    const shop = { platform: 'LAZADA', name: 'Nón', region: 'VN', currency: 'VND' } as const;
    for (let count = 0; count < 1000; count += 1) {
      const timeZone = 'Asia/Ho_Chi_Minh';
      await registerShop(tx, { ...shop, shopId: newId(), timeZone }, new Date());
    }
  });
  const { configParams } = await studio.call('getConfig', { configParams: { dataSet: 'shops' } });
  const question = configParams.find(({ name }) => name === 'shops');
  expect(question?.options).toHaveLength(1000 + shops.shopIds.length);
});
