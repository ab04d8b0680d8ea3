import { api, type EndpointName } from '@seller-connect/contract';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { alertRuleRoutes } from './alert-rules/routes.ts';
import { boundedReads } from './query/report-reads.ts';
import { startReporting } from './testing/reporting-http.ts';

const days = 'from=2026-11-01&to=2026-11-07';
const shop = '0199a3b0-0000-7000-8000-000000000001';

/** Calls whose reads may take long. A team has few of them at a time. */
const boundedCalls = {
  reportSummary: [`/reporting/summary?${days}`],
  reportHours: [`/reporting/hours?${days}`],
  reportBreakdown: [`/reporting/breakdown?${days}`, `/reporting/breakdown?by=brand&${days}`],
  reportExplanation: [`/reporting/explanation?metric=gmv&${days}`],
  reportAds: [`/reporting/ads?${days}`],
  reportMoney: [`/reporting/money?${days}`],
  reportProducts: [`/reporting/products?${days}`],
  queryReports: ['/reports/query'],
  readTargets: ['/reporting/targets?month=2026-11'],
  previewAlertRule: ['/reporting/alert_rules/preview'],
  listOrders: [`/reporting/orders?${days}`],
  countOrders: [`/reporting/orders/counts?${days}`],
  sumOrders: [`/reporting/orders/totals?${days}`],
  readTodo: ['/reporting/todo'],
  getOrder: [`/reporting/orders/${shop}/1`],
  orderAnswers: [`/reporting/orders/${shop}/1/answers`],
  listListings: ['/reporting/listings'],
  readListingStock: [`/reporting/listings/stock?shop=${shop}&itemId=1&skuId=1`],
  listListingChanges: [`/reporting/listings/changes?${days}`],
} as const satisfies Partial<Record<EndpointName, readonly string[]>>;

/** Bodies of the calls that have one. */
const bodies: Record<string, object> = {
  '/reports/query': { dataSet: 'orders', fields: ['order_id'] },
  '/reporting/alert_rules/preview': {
    metric: 'gmv',
    platform: null,
    shopIds: [],
    currency: null,
    condition: { kind: 'above', period: 'yesterday', threshold: '0' },
  },
};

/** Calls that have another limit, or need none. */
const otherCalls: Partial<Record<EndpointName, string>> = {
  exportReport: 'limits of files',
  openReportLink: 'limits of files',
  exportOrders: 'limits of files',
  exportListings: 'limits of files',
  reconcile: 'one upload of a team at a time',
  sendTrialReport: 'thirty reports a day',
  openPicture: 'reads no database; few fetches, shared among addresses',
  reportsCatalogue: 'reads no database',
  listTargets: 'at most 240 rows, by key',
  listChartNotes: 'at most 500 rows, by index',
  listSavedViews: 'rows that members write, limited per account',
  listReportAccess: 'rows that owners write, limited per team',
  listReportSchedules: 'rows that members write, limited per team',
  listAlertRules: 'rows that members write, limited per team',
  listReconciliations: 'a page of checks, by index',
  getReconciliationProgress: 'one row, by key',
  getReconciliation: 'one row, by key',
  listDifferences: 'a page of the differences that a check stores, by key',
  exportDifferences: 'at most 5,000 differences, by key',
  createReportAccess: 'writes a row',
  saveView: 'writes a row',
  restoreSavedView: 'writes a row',
  createReportSchedule: 'writes a row',
  restoreReportSchedule: 'writes a row',
  createAlertRule: 'writes a row',
  restoreAlertRule: 'writes a row',
};

/** The tools of assistants. Each reads. */
const boundedTools: Record<string, object> = {
  list_metrics: {},
  query_report: { metrics: ['gmv'] },
  compare_periods: { metrics: ['gmv'] },
  explain_change: { metric: 'gmv' },
};

const end = Promise.withResolvers<never>();

const { shops, reporting } = await startReporting(10);
alertRuleRoutes(reporting.http, {
  ...shops.dependencies,
  connectedShops: async () => shops.shopIds,
  canSendEmails: false,
  log: createLog('silent'),
});
const { secret } = await reporting.newTool();
/** The team uses all its concurrent reads and its whole queue. */
const endless = { tenant: () => end.promise, transaction: () => end.promise };
const { tenantRead } = boundedReads(endless, new AbortController().signal);
const statement = { name: '', text: 'select' };
const reads = Promise.allSettled(
  Array.from({ length: 44 }, () => tenantRead(shops.tenantId, statement)),
);
afterAll(async () => {
  end.reject(new Error('The test has ended'));
  await reads;
});

const ask = (url: string, token: string) =>
  reporting.http.app.inject({
    url,
    ...(bodies[url] && { method: 'POST', payload: bodies[url] }),
    headers: { authorization: `Bearer ${token}` },
  });

it('covers every endpoint that reads reports, orders and products', () => {
  const readCalls = Object.entries(api)
    .filter(([, { path }]) => /^\/(reporting|reports)\//.test(path))
    .filter(([, { method }]) => method === 'GET' || method === 'POST')
    .map(([name]) => name);
  const covered = [...Object.keys(boundedCalls), ...Object.keys(otherCalls)];
  expect(covered.toSorted()).toEqual(readCalls.toSorted());
});

it.each([...Object.values(boundedCalls).flat(), '/odata/v1/orders', '/odata/v1/orders/$count'])(
  'responds 429 with Retry-After to a team with too many concurrent reads: %s',
  async (url) => {
    const response = await ask(url, url.startsWith('/odata') ? secret : 'owner');
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('5');
  },
);

it('returns an error from each tool to an assistant of such a team', async () => {
  const post = async (method: string, params: object) => {
    const answer = await reporting.http.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${secret}`,
      },
      payload: { jsonrpc: '2.0', id: 1, method, params },
    });
    const event = answer.body.split('\n').find((line) => line.startsWith('data: '));
    return JSON.parse(event?.slice('data: '.length) ?? answer.body).result;
  };
  const { tools } = await post('tools/list', {});
  const names = tools.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(Object.keys(boundedTools).toSorted());
  for (const name of Object.keys(boundedTools)) {
    const { isError, content } = await post('tools/call', { name, arguments: boundedTools[name] });
    expect({ name, isError, ...JSON.parse(content[0].text) }).toMatchObject({
      name,
      isError: true,
      error: 'rate_limited',
      details: { retryAfterSeconds: 5 },
    });
  }
});

it('does not let a team with too many concurrent reads delay another', async () => {
  for (const url of [`/reporting/breakdown?${days}`, '/reporting/alert_rules/preview'])
    expect((await ask(url, 'stranger')).statusCode).toBe(200);
});
