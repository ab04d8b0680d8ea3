import { describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { dataSets } from './query/data-sets.ts';
import { startReporting } from './testing/reporting-http.ts';

const nobodysShop = newId();

/** Another team's shop must be indistinguishable from a shop that does not exist, in every output. */
const { shops, reporting } = await startReporting(10);
const { secret } = await reporting.newTool();
const [shop] = await shops.database.tenantRead<{ shopId: string }>(
  shops.neighbour,
  { name: '', text: 'select shop_id from reporting.shop where tenant_id = $1' },
  [shops.neighbour],
);
const theirShop = shop?.shopId ?? '';

async function answerFor(shopId: string, url: string, payload?: string, token = secret) {
  const { statusCode, body } = await reporting.http.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: url.replaceAll('<shop>', shopId),
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload: payload.replaceAll('<shop>', shopId) }),
  });
  // Only the requested id and the request's own id may differ.
  const masked = body.replaceAll(shopId, '<shop>').replace(/"requestId":"[^"]+"/, '');
  return { statusCode, body: masked };
}
const days = 'from=2026-09-01&to=2026-11-11';

describe('the shop of another team is treated as nonexistent', () => {
  it.each([...dataSets.keys()])('in a query, the feed and a file of %s', async (id) => {
    expect(theirShop).toMatch(/^[0-9a-f-]{36}$/);
    const filter = encodeURIComponent(`shop_id eq '<shop>'`);
    const shopFilter = [[{ field: 'shop_id', operator: 'eq', values: ['<shop>'] }]];
    const ways: [string, string?][] = [
      ['/reports/query', JSON.stringify({ dataSet: id, shops: ['<shop>'] })],
      ['/reports/query', JSON.stringify({ dataSet: id, filters: shopFilter })],
      [`/odata/v1/${id}?$filter=${filter}&$count=true`],
      [`/odata/v1/${id}/$count?$filter=${filter}`],
      [`/reports/export?dataSet=${id}&shops=<shop>`],
    ];
    for (const [url, payload] of ways) {
      const theirs = await answerFor(theirShop, url, payload);
      expect({ url, ...theirs }).toEqual({ url, ...(await answerFor(nobodysShop, url, payload)) });
      expect(theirs.body).not.toContain('Hàng xóm');
    }
  });

  it.each([
    `/reporting/summary?period=custom&${days}&shops=<shop>`,
    `/reporting/hours?period=custom&${days}&shops=<shop>`,
    `/reporting/breakdown?by=shop&period=custom&${days}&shops=<shop>`,
    `/reporting/explanation?metric=gmv&period=custom&${days}&shops=<shop>`,
    `/reporting/money?period=custom&${days}&shops=<shop>`,
    `/reporting/products?period=custom&${days}&shops=<shop>`,
  ])('on the dashboard: %s', async (url) => {
    const theirs = await answerFor(theirShop, url, undefined, 'viewer');
    expect(theirs).toEqual(await answerFor(nobodysShop, url, undefined, 'viewer'));
    expect(theirs.body).not.toContain('Hàng xóm');
  });
});
