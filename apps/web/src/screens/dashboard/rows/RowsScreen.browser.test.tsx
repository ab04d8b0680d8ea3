import type { ReportsQuery, ReportsResult } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/renderScreen.tsx';
import { otherShop, shop } from '../testing/sampleReport.ts';
import RowsScreen from './RowsScreen.tsx';
import { rowsPath } from './rowsHref.ts';
import { vi as texts } from './texts.vi.ts';

const isQuery = (body: unknown): body is ReportsQuery =>
  typeof body === 'object' && body !== null && 'dataSet' in body;

const line = (number: number) => [
  '20261108',
  'SHOPEE',
  shop.id,
  shop.name,
  'commission',
  'Phí cố định',
  number === 2 ? null : `order-${number}`,
  'settlement-1',
  String(number),
  '1500',
];

function result(fields: readonly string[], rows: ReportsResult['rows']): ReportsResult {
  const meta = { asOf: null, from: null, to: null, timeZone: 'UTC', basis: null, currency: 'VND' };
  return {
    dataSet: 'payout_lines',
    schema: fields.map((id) => ({ id, type: 'text', aggregation: 'none', label: id, about: null })),
    rows,
    meta: { ...meta, currencies: ['VND'], partial: false, daysLoading: 0 },
    nextPageToken: null,
  };
}

/** @param next the response to requests for further rows, in place of the rows after the first */
function show(at: string, rows: ReportsResult['rows'] | Response, next?: Response) {
  return renderScreen({
    screen: () => <RowsScreen />,
    path: rowsPath,
    at: rowsPath + at,
    answer({ url, body }) {
      if (url.pathname === '/partner/shops') {
        return Response.json({ items: [shop, otherShop], total: 2 });
      }
      if (rows instanceof Response) return rows.clone();
      if (!isQuery(body)) return new Response(null, { status: 404 });
      const { fields = [], pageToken } = body;
      if (fields.length === 1) return Response.json(result(fields, [['4500']]));
      if (pageToken === 'next' && next) return next.clone();
      const [first, ...others] = rows;
      if (pageToken === 'next' || !first) return Response.json(result(fields, others));
      return Response.json({ ...result(fields, [first]), nextPageToken: 'next' });
    },
  });
}

const busy = () =>
  Response.json(
    { statusCode: 503, error: 'busy', message: 'Máy chủ đang bận.', requestId: '' },
    { status: 503 },
  );

const shownTotal = () => document.querySelector('[data-total]')?.getAttribute('data-total') ?? null;
const days = 'from=2026-11-01&to=2026-11-08&currency=VND';

describe('the rows behind a metric', () => {
  it('are the payout lines of the address with their sum; each links to its order', async () => {
    await page.viewport(1024, 768);
    const { requests, address } = show(`?of=fees&${days}&shop=${shop.id}`, [1, 2, 3].map(line));
    await expect.element(page.getByText('Phí cố định', { exact: true })).toBeVisible();
    await expect.poll(shownTotal).toBe('4500');
    const query = requests.map(({ body }) => body).find(isQuery);
    expect(query).toMatchObject({
      dataSet: 'payout_lines',
      basis: 'settled',
      dateRange: { from: '2026-11-01', to: '2026-11-08' },
      shops: [shop.id],
      currency: 'VND',
    });
    expect(query?.filters?.[0]?.[0]).toMatchObject({ field: 'fee_class', operator: 'in' });
    await page.getByRole('button', { name: texts.more }).click();
    await expect.element(page.getByText(texts.noOrder)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'order-3' }))
      .toHaveAttribute('href', `/orders/${shop.id}/order-3`);
    expect(await violations()).toEqual([]);
    await page.viewport(390, 844);
    const cards = page.getByRole('list', { name: texts.titles.fees });
    await expect
      .element(cards.getByRole('link', { name: /order-3/ }))
      .toHaveAttribute('href', `/orders/${shop.id}/order-3`);
    expect(cards.element().getBoundingClientRect().top).toBeLessThan(844 / 2);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: texts.leaveOut(shop.name) }).click();
    await expect.poll(address).not.toContain('shop=');
  });

  it('say each time that further ones could not be loaded', async () => {
    const { reported } = show(`?of=fees&${days}`, [line(1)], busy());
    const more = page.getByRole('button', { name: texts.more });
    for (const times of [1, 2]) {
      await more.click();
      await expect.poll(() => reported).toHaveLength(times);
    }
  });

  it('say so if there are none, if they failed, and if the address names no metric', async () => {
    show(`?of=payout&${days}`, []);
    await expect.element(page.getByText(texts.empty)).toBeVisible();
    show(`?of=payout&${days}`, busy());
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    show('?of=gmv', []);
    await expect.element(page.getByText(texts.noMetric)).toBeVisible();
  });
});
