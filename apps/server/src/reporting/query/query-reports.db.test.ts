import type { ReportsQuery } from '@seller-connect/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../platform/http/problem.ts';
import { divideE4, toDecimal } from '../../platform/money.ts';
import { reportSummary } from '../reports/reports.ts';
import { buildSkuBuckets } from '../ingest/sku-buckets.ts';
import { sumSales, createSampleTenant } from '../testing/sample-tenant.ts';
import { streamQuery, type Cell } from './read-rows.ts';
import { dataSets } from './data-sets.ts';
import { resolveQuery, queryReports, reportsCatalogue } from './query-reports.ts';

const shops = await createSampleTenant();

const query = (body: ReportsQuery) => queryReports(shops.dependencies, shops.tenantId, body, 'en');
const problem = async (body: ReportsQuery): Promise<Problem> =>
  query(body).then(
    () => expect.fail('it was answered'),
    (error: Problem) => error,
  );

describe('an empty query', () => {
  it('returns 28 complete days and today of every shop, in the main currency', async () => {
    const answer = await query({});
    expect(answer.dataSet).toBe('shop_day');
    expect(answer.meta).toMatchObject({ from: '2026-10-14', to: '2026-11-11', basis: 'committed' });
    expect(answer.schema.slice(0, 5).map((field) => field.id)).toEqual([
      'day',
      'platform',
      'shop_id',
      'shop_name',
      'currency',
    ]);
    const gmv = answer.schema.findIndex((field) => field.id === 'gmv');
    const days = shops.sold.filter(({ day }) => day >= '2026-10-14');
    const expected = sumSales(days, ['day', 'shop_id', 'currency']);
    // A day on which orders were placed but none became a sale has a row, too.
    const orders = answer.schema.findIndex((field) => field.id === 'orders');
    const found = answer.rows
      .flatMap((row) => (row[orders] === 0 ? [] : [row]))
      .map((row) => [
        `${String(row[0]).replace(/^(....)(..)/, '$1-$2-')}|${row[2]}|${row[4]}`,
        row[gmv],
      ]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries([...expected].map(([key, sums]) => [key, toDecimal(sums.gmv)])),
    );
  });
});

describe('aggregates', () => {
  const dimensions = ['platform', 'shop_id', 'shop_name', 'day', 'currency'] as const;

  it('equal the orders exactly for any grouping and days, with ratios per group', async () => {
    const day = fc.integer({ min: 20, max: 51 }).map((n) => {
      const date = new Date(Date.UTC(2026, 8, 20 + n));
      return date.toISOString().slice(0, 10);
    });
    const scope = fc.record({ by: fc.subarray([...dimensions]), ends: fc.tuple(day, day) });
    await fc.assert(
      fc.asyncProperty(scope, async ({ by, ends }) => {
        const [from = '', to = ''] = ends.toSorted();
        const fields = [...by, 'gmv', 'orders', 'units', 'net_sales', 'aov', 'cancellation_rate'];
        const answer = await query({ fields, dateRange: { from, to } });
        const inScope = shops.sold.filter(
          (each) =>
            each.day >= from &&
            each.day <= to &&
            (by.includes('currency') || each.currency === 'VND'),
        );
        const expected = [...sumSales(inScope, by)].map(([key, sums]) => {
          const aov = divideE4(sums.nmv, Number(sums.valid_orders));
          const parts = by.length === 0 ? [] : key.split('|');
          return [
            ...parts.map((part, index) => (by[index] === 'day' ? part.replaceAll('-', '') : part)),
            toDecimal(sums.gmv),
            Number(sums.orders),
            Number(sums.units),
            toDecimal(sums.net_sales),
            aov === null ? null : toDecimal(aov),
            Number(sums.cancelled_orders) / Number(sums.orders),
          ];
        });
        const text = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted();
        const nothing = by.length === 0 && expected.length === 0;
        const none = [['0', 0, 0, '0', null, null]];
        expect(text(answer.rows)).toEqual(text(nothing ? none : expected));
      }),
      { numRuns: 25 },
    );
  });

  it('of products equal the sums of their days, with and without weekly buckets', async () => {
    const later = fc.integer({ min: 0, max: 52 });
    const days = fc
      .tuple(later, later)
      .map((ends) =>
        ends
          .toSorted((a, b) => a - b)
          .map((day) => new Date(Date.UTC(2026, 8, 20 + day)).toISOString().slice(0, 10)),
      );
    const groupFields = ['platform', 'shop_id', 'sku_id', 'seller_sku', 'product_name', 'currency'];
    const sums = [...(dataSets.get('sku_day')?.fields.values() ?? [])].flatMap((field) =>
      field.aggregation === 'sum' ? [field.id] : [],
    );
    const scope = fc.tuple(days, fc.subarray(groupFields), fc.boolean());
    const check = fc.asyncProperty(scope, async ([[from = '', to = ''], by, someShops]) => {
      const baseQuery: ReportsQuery = {
        dataSet: 'sku_day',
        dateRange: { from, to },
        pageSize: 10_000,
        ...(someShops && { shops: shops.shopIds.slice(1, 3) }),
      };
      const e4 = (cells: readonly unknown[]) =>
        cells.map((cell) => BigInt(Math.round(Number(cell) * 10_000)));
      const { rows } = await query({ ...baseQuery, fields: [...by, ...sums] });
      const found = rows.map((row): [string, bigint[]] => [
        JSON.stringify(row.slice(0, by.length)),
        e4(row.slice(by.length)),
      ]);
      // With the day among the fields, each day is read separately.
      const single = await query({ ...baseQuery, fields: ['day', ...by, ...sums] });
      const expected = new Map(by.length === 0 ? [['[]', sums.map(() => 0n)]] : []);
      for (const [, ...row] of single.rows) {
        const key = JSON.stringify(row.slice(0, by.length));
        const own = e4(row.slice(by.length));
        const before = expected.get(key);
        expected.set(key, before?.map((sum, index) => sum + (own[index] ?? 0n)) ?? own);
      }
      expect(new Map(found)).toEqual(expected);
    });
    await fc.assert(check, { numRuns: 10 });
    for (const shopId of shops.shopIds) {
      await shops.database.tenant(shops.tenantId, (tx) =>
        buildSkuBuckets(tx, shopId, new Date('2026-09-01T00:00:00Z'), shops.dependencies.now()),
      );
    }
    await fc.assert(check, { numRuns: 25 });
  });

  it('have one row per marketplace when grouped by it, in the order of the fields', async () => {
    const { rows, schema } = await query({ fields: ['gmv', 'platform'], currency: 'VND' });
    expect(schema.map(({ id, type }) => [id, type])).toEqual([
      ['gmv', 'money'],
      ['platform', 'text'],
    ]);
    expect(rows.map((row) => row[1])).toEqual(['LAZADA', 'SHOPEE']);
    expect(rows.every((row) => typeof row[0] === 'string')).toBe(true);
  });

  it('equal the dashboard for the same period and shops', async () => {
    const range = { from: '2026-10-20', to: '2026-11-09' };
    const fields = ['gmv', 'orders', 'net_sales', 'units', 'aov', 'cancellation_rate'];
    const picked = shops.shopIds.slice(0, 2);
    const { rows } = await query({ fields, dateRange: range, shops: picked });
    const { metrics: figures } = await reportSummary(shops.dependencies, shops.tenantId, {
      period: 'custom',
      ...range,
      shops: picked.join(','),
    });
    expect(rows).toEqual([
      [
        figures.gmv.value,
        figures.orders.value,
        figures.netSales.value,
        figures.units.value,
        figures.aov.value,
        figures.cancellationRate.value,
      ],
    ]);
  });

  it('have weeks from Monday and months from the first', async () => {
    const dateRange = { from: '2026-11-01', to: '2026-11-10' };
    const weeks = await query({ fields: ['week', 'orders'], dateRange });
    expect(weeks.rows.map((row) => row[0])).toEqual(['20261026', '20261102', '20261109']);
    const months = await query({ fields: ['month', 'orders'], dateRange });
    expect(months.rows.map((row) => row[0])).toEqual(['20261101']);
  });
});

describe('filters', () => {
  it('combine alternatives within a group, and groups with each other, with exclusion', async () => {
    const all = await query({ dataSet: 'shops' });
    expect(all.rows).toHaveLength(4);
    const filters: ReportsQuery['filters'] = [
      [
        { field: 'shop_name', operator: 'contains', values: ['Huế'] },
        { field: 'shop_name', operator: 'starts_with', values: ['Nhà'] },
      ],
      [{ field: 'platform', operator: 'eq', values: ['LAZADA'], exclude: true }],
    ];
    const some = await query({ dataSet: 'shops', fields: ['shop_name'], filters });
    expect(some.rows).toEqual([['Áo Dài, "Huế"']]);
  });

  it('find unpaid orders by a missing value', async () => {
    const open = await query({
      dataSet: 'orders',
      fields: ['shop_id', 'order_id', 'currency', 'committed_day'],
      basis: 'created',
      dateRange: { from: '2026-09-01', to: '2026-11-11' },
      filters: [[{ field: 'committed_day', operator: 'missing' }]],
    });
    const expected = shops.orders.filter(({ order }) => order.committedAt === null);
    expect(expected.length).toBeGreaterThan(0);
    expect(open.rows.map((row) => `${row[0]} ${row[1]}`).toSorted()).toEqual(
      expected.map(({ shopId, order }) => `${shopId} ${order.orderId}`).toSorted(),
    );
  });

  it('treat values as data', async () => {
    const evil = `'; drop table reporting.shop; --`;
    const filters: ReportsQuery['filters'] = [
      [{ field: 'shop_name', operator: 'eq', values: [evil] }],
    ];
    expect((await query({ dataSet: 'shops', filters })).rows).toEqual([]);
    expect((await query({ dataSet: 'shops' })).rows).toHaveLength(4);
  });
});

describe('pages', () => {
  it.each<[string, ReportsQuery]>([
    ['rows of their own', { dataSet: 'orders', basis: 'created' }],
    ['sales by day', { dataSet: 'orders' }],
    ['their lines', { dataSet: 'order_items' }],
    ['groups', { fields: ['day', 'platform', 'gmv'] }],
    [
      'groups with a value that may be missing',
      { dataSet: 'orders', basis: 'created', fields: ['committed_day', 'gmv'] },
    ],
  ])('of %s contain every row once', async (_, body) => {
    const question = { ...body, dateRange: { from: '2026-09-01', to: '2026-11-11' } };
    const whole = await query({ ...question, pageSize: 10_000 });
    expect(whole.nextPageToken).toBeNull();
    const rows: unknown[][] = [];
    let token: string | null = null;
    do {
      const page = await query({ ...question, pageSize: 37, ...(token && { pageToken: token }) });
      expect(page.rows.length).toBeLessThanOrEqual(37);
      rows.push(...page.rows);
      token = page.nextPageToken;
    } while (token);
    expect(rows.length).toBeGreaterThan(37);
    expect(rows).toEqual(whole.rows);
  });

  it('contain the same rows as a stream of all rows', async () => {
    const body: ReportsQuery = {
      dataSet: 'order_items',
      dateRange: { from: '2026-10-01', to: '2026-11-11' },
    };
    const { parsed } = await resolveQuery(shops.dependencies, shops.tenantId, body);
    const all: Cell[][] = [];
    await streamQuery(shops.database, shops.tenantId, parsed.question, async (rows) => {
      all.push(...rows);
    });
    const { rows } = await query({ ...body, pageSize: 10_000 });
    expect(all.length).toBeGreaterThan(200);
    const [lines, orders] = [3, 4].map((index) => all.map((row) => row[index]));
    expect(rows.map((row) => row[3])).toEqual(lines);
    expect(rows.map((row) => row[4])).toEqual(orders);
  });

  it('cannot be continued with another query', async () => {
    const first = await query({ fields: ['day', 'gmv'], pageSize: 3 });
    const pageToken = first.nextPageToken ?? expect.fail('there is one page only');
    const [signature, cursor]: [string, (string | null)[]] = JSON.parse(
      Buffer.from(pageToken, 'base64url').toString(),
    );
    const nulls = cursor.map(() => null);
    for (const values of [['x', 'x'], [], cursor.slice(1), [...cursor, ...cursor], nulls]) {
      const changed = Buffer.from(JSON.stringify([signature, values])).toString('base64url');
      expect(
        await problem({ fields: ['day', 'gmv'], pageSize: 3, pageToken: changed }),
      ).toMatchObject({ status: 400, code: 'page_token_invalid' });
    }
    for (const token of [pageToken, 'nonsense', '']) {
      expect(
        await problem({ fields: ['day', 'orders'], pageSize: 3, pageToken: token }),
      ).toMatchObject({
        status: 400,
        code: 'page_token_invalid',
      });
    }
  });
});

describe('invalid queries', () => {
  it('are refused with the valid ids', async () => {
    expect(await problem({ dataSet: 'nothing' })).toMatchObject({
      status: 400,
      details: { dataSets: [...dataSets.keys()] },
    });
    const unknown = await problem({ fields: ['gmv', 'margin'] });
    expect(unknown).toMatchObject({ status: 400, code: 'field_unknown' });
    expect(unknown.message).toContain('“margin”');
    expect(unknown.details?.['fields']).toEqual(expect.arrayContaining(['gmv', 'day', 'aov']));
  });

  it.each<[string, ReportsQuery]>([
    ['filter_on_metric', { filters: [[{ field: 'gmv', operator: 'gt', values: ['1'] }]] }],
    ['value_invalid', { filters: [[{ field: 'day', operator: 'eq', values: ['2026-02-30'] }]] }],
    ['value_invalid', { filters: [[{ field: 'day', operator: 'ge', values: ['0000-01-01'] }]] }],
    ['value_invalid', { filters: [[{ field: 'shop_id', operator: 'in', values: ['x'] }]] }],
    ['value_count', { filters: [[{ field: 'platform', operator: 'eq' }]] }],
    ['not_text', { filters: [[{ field: 'day', operator: 'contains', values: ['20261101'] }]] }],
    ['basis_unknown', { basis: 'created' }],
    ['no_days', { dataSet: 'products', dateRange: { from: '20261101', to: '20261102' } }],
    ['period_reversed', { dateRange: { from: '20261102', to: '20261101' } }],
    ['currency_unknown', { currency: 'JPY' }],
  ])('%s', async (code, body) => {
    expect(await problem(body)).toMatchObject({ status: 400, code });
  });

  it('are refused for the shop of another team', async () => {
    const others = await queryReports(shops.dependencies, crypto.randomUUID(), {}, 'en');
    expect(others.rows).toEqual([]);
    expect(await problem({ shops: [crypto.randomUUID()] })).toMatchObject({ status: 404 });
  });
});

describe('the catalogue', () => {
  it('has the same ids in both languages, with different labels', () => {
    const [vi, en] = (['vi', 'en'] as const).map((language) => reportsCatalogue(language).dataSets);
    const ids = (sets: typeof vi) =>
      sets?.map((set) => [set.id, set.fields.map((field) => field.id), set.defaultFields]);
    expect(ids(vi)).toEqual(ids(en));
    expect(vi?.[0]?.label).not.toBe(en?.[0]?.label);
  });

  it('lists fields that every data set returns, also for a team without shops', async () => {
    for (const set of dataSets.values()) {
      const fields = [...set.fields.keys()];
      const mine = await query({ dataSet: set.id, fields });
      expect(mine.schema.map((field) => field.id)).toEqual(fields);
      const nobody = await queryReports(
        shops.dependencies,
        crypto.randomUUID(),
        { dataSet: set.id },
        'vi',
      );
      expect(nobody.rows).toEqual([]);
    }
  });
});
