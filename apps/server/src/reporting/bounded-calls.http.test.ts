import { afterAll, beforeAll, expect, it } from 'vitest';
import { boundedReads } from './query/bounded-reads.ts';
import { createReportingHttp, type ReportingHttp } from './testing/reporting-http.ts';
import { createSampleTenant, type SampleTenant } from './testing/sample-tenant.ts';

const days = 'from=2026-11-01&to=2026-11-07';

let shops: SampleTenant;
let reporting: ReportingHttp;
let secret: string;
const end = Promise.withResolvers<never>();
let reads: Promise<unknown>;

/** The team uses all its concurrent reads and its whole queue. */
beforeAll(async () => {
  shops = await createSampleTenant(10);
  reporting = await createReportingHttp(shops);
  ({ secret } = await reporting.newTool());
  const endless = { tenant: () => end.promise, transaction: () => end.promise };
  const { tenantRead } = boundedReads(endless, new AbortController().signal);
  const statement = { name: '', text: 'select' };
  reads = Promise.allSettled(
    Array.from({ length: 44 }, () => tenantRead(shops.tenantId, statement)),
  );
});
afterAll(async () => {
  end.reject(new Error('The test has ended'));
  await reads;
  await reporting.http.app.close();
  await shops.drop();
});

it.each([
  `/reporting/summary?${days}`,
  `/reporting/breakdown?${days}`,
  `/reporting/breakdown?by=brand&${days}`,
  `/reporting/ads?${days}`,
  `/reporting/money?${days}`,
  `/reporting/products?${days}`,
  `/reporting/orders?${days}`,
  `/reporting/orders/${crypto.randomUUID()}/1`,
  `/reporting/orders/${crypto.randomUUID()}/1/answers`,
  '/reporting/listings',
  '/odata/v1/orders',
  '/odata/v1/orders/$count',
])('a team with too many concurrent reads gets 429 and a time to retry: %s', async (url) => {
  const response = await reporting.http.app.inject({
    url,
    headers: { authorization: `Bearer ${url.startsWith('/odata') ? secret : 'owner'}` },
  });
  expect(response.statusCode).toBe(429);
  expect(response.headers['retry-after']).toBe('5');
});

it('another team waits for none of it', async () => {
  const response = await reporting.http.app.inject({
    url: `/reporting/breakdown?${days}`,
    headers: { authorization: 'Bearer stranger' },
  });
  expect(response.statusCode).toBe(200);
});
