import type { TimeWindow } from '../../connector/shop-access.ts';
import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../../testing/environment.ts';
import { createShopeeConnector } from '../connector.ts';

const now = new Date('2026-11-21T00:00:00Z');
const access = { accessToken: 'token', externalShopId: '54804', region: 'VN' };
const window: TimeWindow = { field: 'created', from: new Date('2025-05-21T00:00:00Z'), to: now };

/** Creates a connector to a shop with orders placed at these epoch seconds. */
function shopOf(placed: readonly number[]) {
  const sent: string[] = [];
  let comesShort = (_from: number): boolean => false;
  const fetchOrders: typeof fetch = async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    sent.push(pathname);
    const bound = (name: string) => Number(searchParams.get(name));
    const [from, to] = [bound('time_from'), bound('time_to')];
    expect(to - from).toBeLessThan(15 * 86_400);
    const first = placed.findIndex((second) => second >= from);
    const start = (first === -1 ? placed.length : first) + bound('cursor');
    const rows = placed.slice(start, start + bound('page_size')).filter((second) => second < to);
    const following = placed[start + rows.length];
    const lost = comesShort(from) ? Math.ceil(rows.length / 2) : 0;
    const more = following !== undefined && following < to;
    return Response.json({
      error: '',
      response: {
        more,
        next_cursor: more ? String(bound('cursor') + rows.length) : '',
        order_list: rows
          .slice(lost)
          .map((_second, index) => ({ order_sn: `N${start + lost + index}` })),
      },
    });
  };
  const application = {
    partnerId: '1000016',
    partnerKey: 'key',
    authorizeUrl: 'https://example.test/auth',
    api: 'https://example.test',
  };
  return {
    connector: createShopeeConnector(
      application,
      createTestEnvironment({ shortenedBy: 1000 }, { clock: () => now, fetch: fetchOrders }),
    ),
    sent,
    /** Makes pages that start at matching times lose the first half of their rows. */
    shorten(which: (from: number) => boolean) {
      comesShort = which;
    },
  };
}

/** Distributes orders over the window, with few at night and many on November 11. */
function aYear(orders: number): number[] {
  const [from, to] = [window.from.getTime() / 1000, window.to.getTime() / 1000];
  const wave = (second: number) =>
    1 + 0.8 * Math.sin((second / 86_400) * 2 * Math.PI) + (isCampaign(second) ? 6 : 0);
  const step = 600;
  let sum = 0;
  for (let second = from; second < to; second += step) sum += wave(second);
  const placed: number[] = [];
  let due = 0;
  for (let second = from; second < to; second += step) {
    due += (wave(second) / sum) * orders;
    while (placed.length < due) placed.push(second + (placed.length % step));
  }
  return placed.toSorted((a, b) => a - b);
}

function isCampaign(second: number): boolean {
  return new Date(second * 1000).toISOString().slice(5, 10) === '11-11';
}

describe('the estimate of a shop’s orders', () => {
  it.each([20_000, 1_000_000])(
    'is within 20 % for %i orders in eighty calls, and marked as an estimate',
    async (orders) => {
      const { connector, sent } = shopOf(aYear(orders));
      const estimate = await connector.estimateOrders?.(access, window);
      expect(estimate?.isExact).toBe(false);
      expect(Math.abs((estimate?.orders ?? 0) / orders - 1)).toBeLessThan(0.2);
      expect(sent.length).toBeLessThanOrEqual(81);
    },
    20_000,
  );

  it('is exact for a shop with few orders, with one call per fifteen days', async () => {
    const { connector, sent } = shopOf(aYear(600));
    const estimate = await connector.estimateOrders?.(access, window);
    expect(sent.length).toBeLessThan(40);
    const orders = await connector.countOrders(access, window);
    expect(estimate).toEqual({ orders, isExact: true });
  });

  it('is zero for a shop without orders', async () => {
    const { connector } = shopOf([]);
    expect(await connector.estimateOrders?.(access, window)).toEqual({ orders: 0, isExact: true });
  });
});

describe('a window of orders', () => {
  it('of very many orders is estimated instead of counted completely', async () => {
    const placed = aYear(400_000);
    const { connector, sent } = shopOf(placed);
    const month = { ...window, from: new Date('2026-10-20T00:00:00Z') };
    const { total } = await connector.readOrders(access, month, null);
    const lists = sent.filter((path) => path.endsWith('get_order_list')).length;
    expect(lists).toBeLessThanOrEqual(51 + 81 + 1);
    const placedInMonth = placed.filter((second) => second >= month.from.getTime() / 1000).length;
    expect(Math.abs(total / placedInMonth - 1)).toBeLessThan(0.2);
  });

  it('is counted again with other slices, so that repeatedly short pages are noticed', async () => {
    const placed = aYear(600);
    const { connector, shorten } = shopOf(placed);
    // All slices of fifteen days except the first lose half of their rows, every time.
    const start = window.from.getTime() / 1000;
    shorten((from) => from > start && (from - start) % (15 * 86_400 - 1) === 0);
    expect(await connector.countOrders(access, window)).toBe(placed.length);
  });
});
