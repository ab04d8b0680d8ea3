import { createMCPClient } from '@ai-sdk/mcp';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { toDecimal } from '../../platform/money.ts';
import { toE4 } from '../files/file-format.ts';
import { sumSales } from '../testing/sample-tenant.ts';
import {
  answerOf,
  callTool,
  comparePeriods,
  queryReport,
  startMcp,
  type Arguments,
} from './testing/start-mcp.ts';
import { ExplainChangeOutput, ListMetricsOutput, QueryReportOutput } from './tool-schemas.ts';

const mcp = await startMcp();

const problemOf = async (client: Client, name: string, input: Arguments) => {
  const { isError, text } = await callTool(client, name, input);
  expect(isError).toBe(true);
  const problem: { error: string; message: string; details?: Arguments } = JSON.parse(text);
  return problem;
};

const reportsQuery = async (payload: object) => {
  const answer = await mcp.reporting.http.app.inject({
    method: 'POST',
    url: '/reports/query',
    headers: { authorization: 'Bearer viewer' },
    payload,
  });
  return answer.json();
};

describe('the MCP tools', () => {
  it.each(['auto', 'legacy'] as const)(
    'are listed as read-only with schemas by the official client (%s)',
    async (mode) => {
      const client = await mcp.connect(mode);
      expect(client.getInstructions()).toContain('list_metrics');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        'list_metrics',
        'query_report',
        'compare_periods',
        'explain_change',
      ]);
      for (const tool of tools) {
        expect(tool.annotations?.readOnlyHint).toBe(true);
        expect(tool.inputSchema.type).toBe('object');
        expect(tool.outputSchema?.type).toBe('object');
      }
      const answer = await queryReport(client, { metrics: ['orders'] });
      expect(answer.rows).toHaveLength(1);
    },
  );

  it('work with an independent client', async () => {
    const headers = { authorization: `Bearer ${mcp.secret}` };
    const client = await createMCPClient({ transport: { type: 'http', url: mcp.url, headers } });
    mcp.keep(client);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('query_report');
    const input = { metrics: ['gmv', 'orders'], from: '2026-10-01', to: '2026-10-31' };
    const result = await client.callTool({ name: 'query_report', arguments: input });
    const answer = Value.Parse(QueryReportOutput, result.structuredContent);
    const { rows } = await reportsQuery({
      fields: ['gmv', 'orders'],
      dateRange: { from: input.from, to: input.to },
    });
    expect([[answer.rows[0]?.['gmv'], answer.rows[0]?.['orders']]]).toEqual(rows);
  });

  it('return the values of /reports/query and of the orders, for any days, shops and grouping', async () => {
    // One access may send 240 requests a minute; the soak checks 200 scopes.
    const client = await mcp.connect('auto', (await mcp.reporting.newTool('scopes')).secret);
    const day = fc
      .integer({ min: 0, max: 51 })
      .map((later) => new Date(Date.UTC(2026, 8, 20 + later)).toISOString().slice(0, 10));
    const scope = fc.record({
      ends: fc.tuple(day, day).map((ends) => ends.toSorted()),
      picked: fc.subarray([0, 1, 2], { minLength: 1 }),
      groupBy: fc.constantFrom([], ['day'], ['shop_name'], ['platform', 'week']),
    });
    const metrics = ['gmv', 'net_sales', 'orders', 'aov', 'cancellation_rate'];
    await fc.assert(
      fc.asyncProperty(scope, async ({ ends: [from = '', to = ''], picked, groupBy }) => {
        const shopIds = picked.flatMap((index) => mcp.shops.shopIds[index] ?? []);
        const input = { metrics, groupBy, from, to, shops: shopIds, currency: 'VND' };
        const answer = await queryReport(client, { ...input, limit: 500 });
        const fields = [...groupBy, ...metrics];
        const query = { dateRange: { from, to }, shops: shopIds, currency: 'VND' };
        const expected = await reportsQuery({ ...query, fields });
        const undashed = (value: unknown) =>
          typeof value === 'string' ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3') : value;
        expect(answer.rows.map((row) => fields.map((id) => undashed(row[id])))).toEqual(
          expected.rows,
        );
        const inScope = mcp.shops.sold.filter(
          (sale) => sale.day >= from && sale.day <= to && shopIds.includes(sale.shop_id),
        );
        const sums = sumSales(inScope, []).get('');
        expect(answer.totals).toMatchObject({
          gmv: toDecimal(sums?.gmv ?? 0n),
          net_sales: toDecimal(sums?.net_sales ?? 0n),
          orders: Number(sums?.orders ?? 0n),
        });
        expect(answer).toMatchObject({ period: { from, to }, currency: 'VND', basis: 'committed' });
      }),
      { numRuns: Number(process.env['SCOPES'] ?? 12), verbose: 1 },
    );
  });

  it('sort rows by a metric, page by page, with totals of all rows', async () => {
    const client = await mcp.connect();
    const input = {
      metrics: ['gmv', 'units'],
      groupBy: ['seller_sku', 'product_name'],
      period: '90d',
      sortBy: 'gmv',
      limit: 5,
    };
    const first = await queryReport(client, input);
    expect(first).toMatchObject({ dataSet: 'sku_day', hasMore: true });
    const second = await queryReport(client, { ...input, pageToken: first.nextPageToken });
    const ranked = [...first.rows, ...second.rows].map((row) => Number(row['gmv']));
    expect(ranked).toEqual(ranked.toSorted((one, other) => other - one));
    expect(Number(first.totals?.['gmv'])).toBeGreaterThan(ranked.reduce((sum, gmv) => sum + gmv));
  });

  it('describe metrics and dimensions in the requested language, and today of the shops', async () => {
    const client = await mcp.connect();
    const list = await answerOf(client, 'list_metrics', ListMetricsOutput, {
      language: 'vi',
      search: 'gia ban',
    });
    expect(list).toMatchObject({ today: '2026-11-11', timeZone: 'Asia/Ho_Chi_Minh' });
    expect(list.metrics.map(({ id }) => id)).toContain('gmv');
    const shopDay = list.dataSets.find(({ id }) => id === 'shop_day');
    expect(shopDay).toMatchObject({ name: 'Gian hàng theo ngày', bases: ['committed'] });
    expect(shopDay?.dimensions).toContainEqual({
      id: 'week',
      label: expect.any(String),
      type: 'day',
    });
  });

  it('link to the screen with the same days and shops, and say when it shows more', async () => {
    const client = await mcp.connect();
    const [shop, other] = mcp.shops.shopIds;
    const days = { from: '2026-11-01', to: '2026-11-03' };
    const one = await queryReport(client, { metrics: ['gmv'], ...days, shops: [shop] });
    expect(one).toMatchObject({
      link: `https://app.test/?period=custom&from=2026-11-01&to=2026-11-03&shop=${shop}`,
      linkShowsSameFigures: true,
    });
    const two = await queryReport(client, { metrics: ['gmv'], ...days, shops: [shop, other] });
    expect(two).toMatchObject({
      link: `https://app.test/?period=custom&from=2026-11-01&to=2026-11-03&shops=${shop}%2C${other}`,
      linkShowsSameFigures: true,
    });
    const orders = await queryReport(client, {
      metrics: [],
      groupBy: ['order_id', 'stage'],
      basis: 'created',
      ...days,
    });
    expect(orders.link).toContain(
      '/orders?period=custom&from=2026-11-01&to=2026-11-03&basis=created',
    );
    expect(orders).toMatchObject({ totals: null, linkShowsSameFigures: true });
    // The screen of payouts counts lines by the day of their payout.
    const lines = { metrics: [], groupBy: ['order_id'], dataSet: 'payout_lines', ...days };
    for (const [basis, linkShowsSameFigures] of [
      ['settled', true],
      ['booked', false],
    ] as const) {
      expect(await queryReport(client, { ...lines, basis })).toMatchObject({
        link: expect.stringContaining('/reports/money?period=custom'),
        linkShowsSameFigures,
      });
    }
  });
});

describe('compare_periods', () => {
  it('returns the values of both periods and their exact differences, largest first', async () => {
    const client = await mcp.connect();
    const answer = await comparePeriods(client, {
      metrics: ['gmv', 'orders'],
      groupBy: ['shop_name'],
      from: '2026-10-15',
      to: '2026-10-31',
    });
    expect(answer.period).toEqual({ from: '2026-10-15', to: '2026-10-31' });
    expect(answer.comparedWith).toEqual({ from: '2026-09-28', to: '2026-10-14' });
    for (const [range, key] of [
      [answer.period, 'current'],
      [answer.comparedWith, 'previous'],
    ] as const) {
      const expected = await reportsQuery({ fields: ['shop_name', 'gmv'], dateRange: range });
      const rows = answer.rows.map(({ group, metrics }) => [
        group['shop_name'],
        metrics['gmv']?.[key],
      ]);
      expect(new Map(rows.map(([name, value]) => [name, value]))).toEqual(new Map(expected.rows));
    }
    const { gmv } = answer.totals;
    const sum = answer.rows.reduce((of, row) => of + Number(row.metrics['gmv']?.difference), 0);
    expect(Number(gmv?.difference)).toBe(sum);
    expect(gmv?.change).toBeCloseTo(
      (Number(gmv?.current) - Number(gmv?.previous)) / Number(gmv?.previous),
      5,
    );
    const sizes = answer.rows.map(({ metrics }) => Math.abs(Number(metrics['gmv']?.difference)));
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });

  it('compares complete days only, and never part of a day with a whole one', async () => {
    const client = await mcp.connect();
    const week = await comparePeriods(client, { metrics: ['gmv'], period: '7d' });
    expect(week.period).toEqual({ from: '2026-11-05', to: '2026-11-10' });
    expect(week.comparedWith).toEqual({ from: '2026-10-29', to: '2026-11-03' });
    expect(week.notices.join()).toContain('Today isn’t over');
    const today = await comparePeriods(client, { metrics: ['orders'], period: 'today' });
    expect(today.totals['orders']).toMatchObject({ difference: null, change: null });
    const yesterday = await comparePeriods(client, { metrics: ['orders'], period: 'yesterday' });
    expect(yesterday.totals['orders']?.difference).toEqual(expect.any(Number));
    expect(yesterday.notices.join()).not.toContain('Today');
  });

  it('has no difference to days that are not synced, and says so', async () => {
    const client = await mcp.connect();
    mcp.coverage.isSynced = false;
    const answer = await comparePeriods(client, { metrics: ['orders'], period: 'yesterday' });
    mcp.coverage.isSynced = true;
    expect(answer.totals['orders']).toMatchObject({
      current: expect.any(Number),
      previous: expect.any(Number),
      difference: null,
    });
    expect(answer.notices.join()).toContain('isn’t completely synced');
    expect(answer.asOf).toBeNull();
  });
});

describe('explain_change', () => {
  it('splits the difference of the report exactly, in each way', async () => {
    const client = await mcp.connect();
    const explained = await answerOf(client, 'explain_change', ExplainChangeOutput, {
      metric: 'net_sales',
      from: '2026-10-15',
      to: '2026-10-31',
    });
    const summary = await mcp.reporting.http.app.inject({
      url: '/reporting/summary?period=custom&from=2026-10-15&to=2026-10-31',
      headers: { authorization: 'Bearer viewer' },
    });
    const { value, previous } = summary.json().metrics.netSales;
    expect(explained).toMatchObject({ value, previous, unit: 'money' });
    expect(explained.splits.map(({ by }) => by)).toContain('shop');
    for (const { parts } of explained.splits) {
      const sum = parts.reduce((of, { difference }) => of + toE4(difference), 0n);
      expect(toDecimal(sum)).toBe(explained.difference);
    }
  });
});

describe('an invalid tool call', () => {
  it.each([
    ['query_report', { metrics: ['revenue'] }, 'field_unknown', /list_metrics/],
    ['query_report', { metrics: ['gmv', 'ad_spend'] }, 'fields_not_together', /Split/],
    ['query_report', { metrics: ['platform'] }, 'field_role', /groupBy/],
    ['query_report', { metrics: [] }, 'nothing_requested', /at least one/],
    [
      'query_report',
      { metrics: ['gmv'], period: '7d', from: '2026-01-01' },
      'period_twice',
      /either/,
    ],
    ['query_report', { metrics: ['gmv'], sortBy: 'orders' }, 'sort_not_requested', /gmv/],
    [
      'query_report',
      { metrics: ['gmv'], from: '2026-02-30', to: '2026-03-01' },
      'period_day',
      /valid date/,
    ],
    ['query_report', { metrics: ['gmv'], shops: [crypto.randomUUID()] }, 'shop_unknown', /shop/],
    ['compare_periods', { metrics: ['gmv'], groupBy: ['day'] }, 'grouped_by_time', /query_report/],
  ])('in %s %j is explained: %s', async (name, input, error, message) => {
    const problem = await problemOf(await mcp.connect(), name, input);
    expect(problem).toMatchObject({ error, message: expect.stringMatching(message) });
  });

  it('of the wrong type is explained without reading rows', async () => {
    const client = await mcp.connect();
    const { isError, text } = await callTool(client, 'query_report', {
      metrics: 'gmv',
      limit: 9000,
    });
    expect(isError).toBe(true);
    expect(text).toMatch(/metrics.*array/);
  });
});
