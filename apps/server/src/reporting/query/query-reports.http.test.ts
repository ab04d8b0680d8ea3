import { ReportsCatalogue } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { startReporting } from '../testing/reporting-http.ts';

const { reporting } = await startReporting(40);

const post = (payload?: object | string, headers: Record<string, string> = {}) =>
  reporting.http.app.inject({
    method: 'POST',
    url: '/reports/query',
    headers: { authorization: 'Bearer viewer', 'accept-language': 'en', ...headers },
    ...(payload !== undefined && { payload }),
  });

describe('POST /reports/query', () => {
  it('returns the default data set without a body, with or without a content type', async () => {
    const bare = await post();
    expect(bare.statusCode).toBe(200);
    expect(bare.json()).toMatchObject({ dataSet: 'shop_day', meta: { basis: 'committed' } });
    expect(bare.json().rows.length).toBeGreaterThan(0);
    for (const payload of ['', '{}']) {
      const empty = await post(payload, { 'content-type': 'application/json' });
      expect(empty.json().rows).toEqual(bare.json().rows);
    }
  });

  it('sends ids and money as strings, counts and shares as numbers, days as YYYYMMDD', async () => {
    const answer = await post({
      dataSet: 'orders',
      fields: ['order_id', 'shop_id', 'committed_day', 'created_at', 'gmv', 'units', 'is_cod'],
      pageSize: 1,
    });
    const [row] = answer.json().rows;
    expect(row[0]).toMatch(/^1234567\d{14}$/);
    expect(row[1]).toMatch(/^[0-9a-f-]{36}$/);
    expect(row[2]).toMatch(/^20261\d{3}$/);
    expect(row[3]).toMatch(/^2026-1\d-\d\dT.*Z$/);
    expect(row[4]).toMatch(/^\d+$/);
    expect([typeof row[5], typeof row[6]]).toEqual(['number', 'boolean']);
    const shares = await post({ fields: ['cancellation_rate', 'aov'] });
    expect(shares.json().rows[0]).toEqual([expect.any(Number), expect.stringMatching(/^\d+/)]);
  });

  it.each([
    ['an unknown field', { fields: ['margin'] }, 'field_unknown'],
    ['an unknown property', { dimension: 'day' }, 'validation'],
    ['invalid JSON', '{', 'bad_request'],
  ])('refuses %s with 400', async (_, payload, error) => {
    const answer = await post(payload, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error });
  });

  it('requires a session', async () => {
    const answer = await post(undefined, { authorization: 'Bearer nobody' });
    expect(answer.statusCode).toBe(401);
  });

  it('names its data sets in the language of the caller', async () => {
    const url = '/reports/data_sets';
    const { body } = await callJson(reporting.http, 'viewer', 'GET', url, undefined, 'vi');
    const [first] = Value.Parse(ReportsCatalogue, body).dataSets;
    expect(first).toMatchObject({ id: 'shop_day', label: 'Gian hàng theo ngày' });
    expect(first?.fields).toContainEqual(
      expect.objectContaining({ id: 'aov', aggregation: 'ratio', dividend: 'nmv' }),
    );
  });
});
