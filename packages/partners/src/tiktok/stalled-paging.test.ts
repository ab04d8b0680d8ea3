import { describe, expect, it } from 'vitest';
import type { MarketplaceConnector } from '../connector/connector.ts';
import { createTestEnvironment } from '../testing/environment.ts';
import { createTikTokConnector } from './connector.ts';

const access = { accessToken: 'ROW_a', externalShopId: '7494049642642441621', region: 'VN' };
const shops = [{ id: access.externalShopId, region: 'VN', cipher: 'c' }];
const window = {
  field: 'created',
  from: new Date('2026-11-01T00:00:00Z'),
  to: new Date('2026-11-02T00:00:00Z'),
} as const;
const created = window.from.getTime() / 1000 + 60;
const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(from + index));

/** Creates a connector to a platform that responds by path and fails after too many calls. */
function onWire(answer: (path: string, query: URLSearchParams) => object) {
  let calls = 0;
  const connector = createTikTokConnector(
    {
      appKey: 'k',
      appSecret: 's',
      serviceId: '1',
      authorizeUrl: 'https://services.example.test/open/authorize',
      authApi: 'https://auth.example.test',
      api: 'https://api.example.test',
    },
    createTestEnvironment(
      { shortenedBy: 1000 },
      {
        fetch: async (input) => {
          calls += 1;
          if (calls > 500) throw new Error('The connector made more than 500 calls');
          const url = new URL(input instanceof Request ? input.url : input);
          const data = url.pathname.endsWith('/shops')
            ? { shops }
            : answer(url.pathname, url.searchParams);
          return Response.json({ code: 0, message: 'Success', request_id: 'r', data });
        },
      },
    ),
  );
  return { connector, calls: () => calls };
}

async function readAll(read: (from: string | null) => Promise<{ next: string | null }>) {
  let from: string | null = null;
  do from = (await read(from)).next;
  while (from !== null);
}

const order = (id: string) => ({
  id,
  status: 'UNPAID',
  create_time: created,
  update_time: created,
  line_items: [{ id: `1${id}`, original_price: '1' }],
});
const settlementsOf = ({ settlements }: MarketplaceConnector) => {
  if (!settlements) throw new Error('TikTok Shop tells of settlements');
  return settlements;
};
const standsStill = { kind: 'protocol', code: 'paging_stands_still' };

describe('a stalled list of TikTok Shop', () => {
  it('is refused if the page token of orders repeats', async () => {
    const { connector } = onWire(() => ({
      orders: ids(100, 50).map(order),
      total_count: 100_000,
      next_page_token: 'again',
    }));
    await expect(
      readAll((from) => connector.readOrders(access, window, from)),
    ).rejects.toMatchObject(standsStill);
  });

  it('is refused if the page token of products repeats', async () => {
    const sku = { id: '1', price: { tax_exclusive_price: '1' } };
    const { connector } = onWire(() => ({
      products: ids(100, 100).map((id) => ({ id, update_time: created, skus: [sku] })),
      total_count: 9000,
      next_page_token: 'again',
    }));
    await expect(readAll((from) => connector.readProducts(access, from))).rejects.toMatchObject(
      standsStill,
    );
  });

  it('is refused if the returns of some orders are the same on every page', async () => {
    let page = 0;
    const { connector } = onWire((path) => {
      page += 1;
      return path.startsWith('/order/')
        ? { orders: [{ ...order('7'), status: 'DELIVERED' }], total_count: 1, next_page_token: '' }
        : {
            return_orders: ids(1, 50).map((return_id) => ({ return_id, order_id: '7' })),
            total_count: 1_000_000,
            next_page_token: `page ${page}`,
          };
    });
    await expect(connector.readOrders(access, window, null)).rejects.toMatchObject(standsStill);
  });

  it('is refused if the page token of statements repeats, which have no total', async () => {
    const { connector } = onWire((path) =>
      path.endsWith('/statements')
        ? {
            statements: ids(1, 20).map((id) => ({
              id,
              statement_time: created,
              settlement_amount: '0',
            })),
            next_page_token: 'again',
          }
        : { transactions: [], total_count: 0, next_page_token: '' },
    );
    await expect(
      readAll((from) => settlementsOf(connector).readSettlements(access, window, from)),
    ).rejects.toMatchObject(standsStill);
  });

  it('ends if all transactions of a statement are fetched', async () => {
    const { connector, calls } = onWire((path) =>
      path.endsWith('/statements')
        ? { statements: [{ id: '1', statement_time: created, settlement_amount: '0' }] }
        : { transactions: [], total_count: 0, next_page_token: 'more' },
    );
    const page = await settlementsOf(connector).readSettlements(access, window, null);
    expect([page.statements.length, page.next, calls()]).toEqual([1, null, 3]);
  });
});

it('a statement without an amount is flagged, and its transactions are fetched', async () => {
  const transaction = { id: '7', type: 'ORDER', order_id: '8', settlement_amount: '5' };
  const { connector } = onWire((path) =>
    path.endsWith('/statements')
      ? { statements: [{ id: '1', statement_time: created, settlement_amount: null }] }
      : { transactions: [transaction], total_count: 1 },
  );
  const page = await settlementsOf(connector).readSettlements(access, window, null);
  expect(page.settlements.map(({ canonical }) => canonical.settlementId)).toEqual(['1:7']);
  expect(page.rejects.map(({ raw }) => [raw.entity, raw.externalId])).toEqual([['statement', '1']]);
});

it('a transaction with the id of another one is rejected', async () => {
  const transaction = { id: '7', type: 'ORDER', order_id: '8', settlement_amount: '5' };
  const { connector } = onWire((path) =>
    path.endsWith('/statements')
      ? { statements: [{ id: '1', statement_time: created, settlement_amount: '11' }] }
      : { transactions: [transaction, { ...transaction, settlement_amount: '6' }], total_count: 2 },
  );
  const page = await settlementsOf(connector).readSettlements(access, window, null);
  expect(page.settlements.map(({ canonical }) => canonical.lines[0]?.amountE4)).toEqual([50_000n]);
  expect(page.rejects.map(({ raw }) => raw.externalId)).toEqual(['1:7']);
});

it('of two expected payouts that only name the same order, one is rejected', async () => {
  const expected = { order_id: '8', order_create_time: created };
  const { connector } = onWire(() => ({
    transactions: [
      { ...expected, est_settlement_amount: '5' },
      { ...expected, est_settlement_amount: '6' },
    ],
    total_count: 2,
  }));
  const page = await settlementsOf(connector).readEstimates?.(access, null);
  const amounts = page?.estimates.map(({ canonical }) => canonical.lines[0]?.amountE4);
  expect(amounts).toEqual([50_000n]);
  expect(page?.rejects.map(({ raw }) => raw.externalId)).toEqual(['unsettled:8']);
});

describe('a search of TikTok Shop', () => {
  it('without matches may be an empty object', async () => {
    const { connector } = onWire(() => ({}));
    expect(await connector.countOrders(access, window)).toBe(0);
    expect(await connector.firstOrderAt(access)).toBeNull();
    expect(await connector.newestChangeAt?.(access)).toBeNull();
    expect(await connector.readOrders(access, window, null)).toMatchObject({
      total: 0,
      next: null,
    });
    expect(await connector.readProducts(access, null)).toMatchObject({ total: 0, next: null });
  });

  it('is refused if a later page is an empty object', async () => {
    const { connector } = onWire((_path, query) =>
      query.has('page_token')
        ? {}
        : { orders: ids(100, 50).map(order), total_count: 60, next_page_token: 'two' },
    );
    await expect(
      readAll((from) => connector.readOrders(access, window, from)),
    ).rejects.toMatchObject({ kind: 'protocol', code: 'orders_shape' });
  });
});
