import { mostFileBytes } from '@seller-connect/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportingHttp, type ReportingHttp } from '../testing/reporting-http.ts';
import { now, soldShops, type SoldShops } from '../testing/sold-shops.ts';
import { reconciliationRoutes } from './routes.ts';

let shops: SoldShops;
let reporting: ReportingHttp;
/** A Lazada export of three orders of the first shop, none of them as the report has it. */
let file: string;
beforeAll(async () => {
  shops = await soldShops(12);
  reporting = await reportingHttp(shops);
  reconciliationRoutes(reporting.http, {
    ...shops.deps,
    now: () => now,
    person: async () => ({ name: 'Lan' }),
  });
  const rows = shops.orders
    .filter(({ shopId, order }) => shopId === shops.shopIds[0] && order.committedAt)
    .slice(0, 3)
    .map(
      ({ order }) => `${order.orderId},${order.createdAt.toISOString().slice(0, 16)},1,0,delivered`,
    );
  file = ['orderNumber,createTime,unitPrice,sellerDiscountTotal,status', ...rows].join('\r\n');
});
afterAll(async () => {
  await reporting.http.app.close();
  await shops.drop();
});

type Who = keyof ReportingHttp['accounts'] | 'nobody';

const call = async (who: Who, method: 'GET' | 'POST', path: string, more: object = {}) => {
  const answer = await reporting.http.app.inject({
    method,
    url: `/reporting/reconciliations${path}`,
    headers: {
      authorization: `Bearer ${who}`,
      'content-type': 'application/octet-stream',
      ...more,
    },
    ...(method === 'POST' && { payload: file }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body };
};

const upload = (who: Who, more: object = {}) =>
  call(who, 'POST', `?name=a.csv&shop=${shops.shopIds[0]}`, more);

it('is done by members, read by everybody of the team, and hidden from other teams', async () => {
  expect((await upload('viewer')).status).toBe(403);
  expect((await upload('nobody')).status).toBe(401);
  const { status, body } = await upload('member');
  expect([status, body.platform, body.checkedBy]).toEqual([201, 'LAZADA', 'Lan']);
  expect(body.differing).toBeGreaterThan(0);
  for (const who of ['viewer', 'owner'] as const) {
    expect((await call(who, 'GET', '')).body).toMatchObject({ total: 1, items: [{ id: body.id }] });
    expect((await call(who, 'GET', `/${body.id}`)).body).toMatchObject({ verdict: body.verdict });
    const listed = await call(who, 'GET', `/${body.id}/differences`);
    expect(listed.body.total).toBeGreaterThan(0);
    const exported = await call(who, 'GET', `/${body.id}/export`);
    expect(exported.body.trimEnd().split('\r\n')).toHaveLength(
      1 + Math.min(listed.body.total, 5000),
    );
  }
  expect((await call('stranger', 'GET', '')).body).toMatchObject({ total: 0, items: [] });
  for (const path of ['', '/differences', '/export']) {
    const hidden = await call('stranger', 'GET', `/${body.id}${path}`);
    expect([hidden.status, hidden.body.error]).toEqual([404, 'reconciliation_unknown']);
  }
  // Nor can another team have a file compared with our shop.
  const theirs = await upload('stranger');
  expect(theirs.status).toBeGreaterThanOrEqual(400);
  expect(theirs.status).toBeLessThan(500);
});

it('takes no file that says it is too large', async () => {
  const refused = await upload('member', { 'content-length': String(mostFileBytes + 1) });
  expect(refused).toMatchObject({ status: 413, body: { error: 'file_too_large' } });
});
