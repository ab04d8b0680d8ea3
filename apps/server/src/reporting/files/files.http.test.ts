import { CreatedReportAccess } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { toDecimal } from '../../platform/money.ts';
import { startReporting } from '../testing/reporting-http.ts';

const { shops, reporting } = await startReporting(60);

const get = (url: string, authorization = 'Bearer viewer') =>
  reporting.http.app.inject({ url, headers: { authorization, 'accept-language': 'vi' } });
const range = 'from=2026-10-01&to=2026-11-11';

describe('a CSV file of a data set', () => {
  it('contains every order once, with its exact number and amount', async () => {
    const answer = await get(
      `/reports/export?dataSet=orders&${range}&fields=shop_id,order_id,currency,gmv`,
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain('orders-2026-10-01--2026-11-11.csv');
    const lines = answer.body.trimEnd().split('\r\n');
    expect(lines.shift()).toBe('shop_id,order_id,currency,gmv');
    const expected = shops.sold
      .filter(({ day }) => day >= '2026-10-01')
      .map((sold) => `${sold.shop_id},${sold.order_id},${sold.currency},${toDecimal(sold.gmv)}`);
    expect(expected.length).toBeGreaterThan(100);
    expect(lines.toSorted()).toEqual(expected.toSorted());
  });

  it('begins with a byte order mark and translated headings on request', async () => {
    const answer = await get(
      `/reports/export?dataSet=shops&bom=true&header=label&fields=shop_name,currency`,
    );
    expect(answer.body.startsWith('\uFEFFGian hàng,Tiền tệ\r\n')).toBe(true);
    expect(answer.body).toContain('"Áo Dài, ""Huế""",VND');
  });

  it('is refused for an unknown field and without a session', async () => {
    const answer = await get('/reports/export?dataSet=orders&fields=margin');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'field_unknown' });
    expect((await get('/reports/export', 'Bearer nobody')).statusCode).toBe(401);
  });

  it.each(['from=2026-10-01', 'to=2026-10-31'])(
    'is refused for one end of a range: %s',
    async (end) => {
      const answer = await get(`/reports/export?dataSet=orders&${end}`);
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'period_incomplete']);
    },
  );

  it('has a header without rows', async () => {
    const answer = await get(
      '/reports/export?dataSet=orders&from=2020-01-01&to=2020-01-02&fields=order_id,shop_id',
    );
    expect(answer.body).toBe('order_id,shop_id\r\n');
  });
});

describe('a secret link', () => {
  const request = (link: object) =>
    callJson(reporting.http, 'owner', 'POST', '/reports/access', { name: 'Sheet', link });
  const make = async (link: object) => {
    const { body } = await request(link);
    const { url, ...made } = Value.Parse(CreatedReportAccess, body);
    return { ...made, url: url ?? '' };
  };
  const open = (url: string) => reporting.http.app.inject({ url: new URL(url).pathname });

  it('returns its one file to anyone who has it, until it is revoked, and nothing else', async () => {
    const { access, secret, url } = await make({
      dataSet: 'shop_day',
      fields: ['day', 'gmv'],
      days: 30,
    });
    expect(url).toBe(`https://app.test/reports/links/${secret}.csv`);
    expect(access).toMatchObject({ kind: 'link', login: null, dataSet: 'shop_day' });
    const file = await open(url);
    expect(file.statusCode).toBe(200);
    expect(file.headers['cache-control']).toBe('private, max-age=60');
    expect(file.body.split('\r\n')[0]).toBe('day,gmv');
    const days = new Set(
      shops.sold
        .filter(({ day, currency }) => day >= '2026-10-13' && currency === 'VND')
        .map(({ day }) => day),
    );
    expect(file.body.trimEnd().split('\r\n').length - 1).toBe(days.size);
    expect((await get('/reports/data_sets', `Bearer ${secret}`)).statusCode).toBe(401);
    await callJson(reporting.http, 'owner', 'DELETE', `/reports/access/${access.id}`);
    expect((await open(url)).statusCode).toBe(404);
  });

  it('requires a known data set and fields, and differs from the secret of a tool', async () => {
    expect(await request({ dataSet: 'nothing' })).toMatchObject({ status: 400 });
    expect(await request({ dataSet: 'orders', fields: ['margin'] })).toMatchObject({ status: 400 });
    const tool = await reporting.newTool();
    expect((await open(`https://app.test/reports/links/${tool.secret}.csv`)).statusCode).toBe(404);
  });

  it('of a data set without days needs no period', async () => {
    const { url } = await make({ dataSet: 'shops' });
    expect((await open(url)).body.trimEnd().split('\r\n')).toHaveLength(5);
  });
});
