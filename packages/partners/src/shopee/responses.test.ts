import type { ShopAccess, TimeWindow } from '../connector/shop-access.ts';
import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { createShopeeConnector } from './connector.ts';

const access: ShopAccess = { accessToken: 'token', externalShopId: '54804', region: 'VN' };
const now = new Date('2026-11-21T00:00:00Z');
const window: TimeWindow = { field: 'updated', from: new Date('2026-11-15T00:00:00Z'), to: now };
const application = {
  partnerId: '1000016',
  partnerKey: 'key',
  authorizeUrl: 'https://example.test/auth',
  api: 'https://example.test',
};

/** Creates a connector to a platform with fixed responses by path, and a call counter. */
function answering(
  answers: Readonly<Record<string, (query: URLSearchParams, body: string) => object>>,
) {
  let calls = 0;
  const fetched: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    calls += 1;
    const name = pathname.split('/').at(-1) ?? '';
    const body = await request.text();
    return Response.json({ error: '', response: answers[name]?.(searchParams, body) ?? {} });
  };
  const environment = createTestEnvironment({ shortenedBy: 1000 }, { fetch: fetched });
  const connector = createShopeeConnector(application, { ...environment, clock: () => now });
  return { connector, calls: () => calls };
}

/** Reads a list page by page to its end. */
async function walk(read: (from: string | null) => Promise<{ next: string | null }>) {
  let next: string | null = null;
  do ({ next } = await read(next));
  while (next !== null);
}

const order = {
  order_sn: 'N1',
  currency: 'VND',
  cod: true,
  order_status: 'COMPLETED',
  create_time: 1_795_000_000,
  update_time: 1_795_000_000,
  item_list: [
    {
      item_id: 1,
      model_id: 0,
      line_item_id: 11,
      model_quantity_purchased: 1,
      model_original_price: 10_000,
      model_discounted_price: 10_000,
    },
  ],
};
const income = { order_sn: 'N1', order_income: { items: [] } };
const standsStill = { kind: 'protocol', code: 'paging_stands_still' };
const named = { order_list: [{ order_sn: 'N1' }], more: true };

describe('a response of Shopee', () => {
  it('may have null instead of an empty list', async () => {
    const { connector } = answering({
      get_order_list: () => ({ order_list: null, more: false, next_cursor: '' }),
      get_item_list: () => ({ item: null, total_count: 0, has_next_page: false, next_offset: 0 }),
      get_escrow_list: () => ({ escrow_list: null, more: false }),
      get_wallet_transaction_list: () => ({ transaction_list: null, more: false }),
      get_return_list: () => ({ return: null, more: false }),
    });
    const empty = { rejects: [], next: null };
    expect(await connector.readOrders(access, window, null)).toMatchObject({
      orders: [],
      ...empty,
    });
    expect(await connector.readProducts(access, null)).toMatchObject({ products: [], ...empty });
    const { settlements, returns } = connector;
    expect(await settlements?.readSettlements(access, window, null)).toMatchObject(empty);
    expect(await returns?.readReturns(access, window, null)).toMatchObject(empty);
  });

  it('may have a row without an ID, which is rejected and hides no other row', async () => {
    const item = {
      item_id: 1,
      item_name: 'Tea',
      update_time: 1_795_000_000,
      has_model: false,
      price_info: [{ original_price: 10_000 }],
    };
    const { connector } = answering({
      get_order_list: () => ({ order_list: [{ order_sn: null }, { order_sn: 'N1' }], more: false }),
      get_order_detail: () => ({ order_list: [order] }),
      get_escrow_detail_batch: () => [{ escrow_detail: income }],
      get_item_list: () => ({
        item: [{ item_id: 1 }, {}],
        total_count: 2,
        has_next_page: false,
        next_offset: 0,
      }),
      get_item_base_info: () => ({ item_list: [item] }),
    });
    const { orders, rejects } = await connector.readOrders(access, window, null);
    expect(orders.map(({ canonical }) => canonical.orderId)).toEqual(['N1']);
    expect(rejects.map(({ reason }) => reason)).toEqual(['a row of the list names no order']);
    const page = await connector.readProducts(access, null);
    expect(page.products).toHaveLength(1);
    expect(page.rejects.map(({ reason }) => reason)).toEqual(['a row of the list names no item']);
  });

  it('may have a product whose currency is no code, which is rejected', async () => {
    const { connector } = answering({
      get_item_list: () => ({
        item: [{ item_id: 1 }],
        total_count: 1,
        has_next_page: false,
        next_offset: 0,
      }),
      get_item_base_info: () => ({
        item_list: [
          {
            item_id: 1,
            item_name: 'Tea',
            update_time: 1_795_000_000,
            has_model: false,
            price_info: [{ original_price: 10_000, currency: 'đồng' }],
          },
        ],
      }),
    });
    const page = await connector.readProducts(access, null);
    expect(page.products).toEqual([]);
    expect(page.rejects.map(({ raw }) => raw.externalId)).toEqual(['1']);
  });

  it('may have a release without a number, which is rejected and asks for no income', async () => {
    const released = { payout_amount: 9000, escrow_release_time: 1_795_000_000 };
    const bodies = new Set<string>();
    const { connector } = answering({
      get_escrow_list: () => ({
        escrow_list: [{ ...released, order_sn: null }, { ...released, order_sn: 'N1' }, released],
        more: false,
      }),
      get_escrow_detail_batch: (_, body) => {
        bodies.add(body);
        return [{ escrow_detail: { order_sn: 'N1', order_income: { escrow_amount: 9000 } } }];
      },
    });
    const page = await connector.settlements?.readSettlements(access, window, null);
    expect([...bodies]).toEqual(['{"order_sn_list":["N1"]}']);
    expect(page?.settlements.map(({ canonical }) => canonical.settlementId)).toEqual(['N1']);
    expect(page?.rejects).toHaveLength(2);
  });

  it('may have two movements that only their balance tells apart: one is rejected', async () => {
    const movement = {
      transaction_type: 'ADJUSTMENT_ADD',
      status: 'COMPLETED',
      amount: 5000,
      create_time: 1_795_000_000,
    };
    const { connector } = answering({
      get_escrow_list: () => ({ escrow_list: [], more: false }),
      get_wallet_transaction_list: () => ({
        transaction_list: [
          { ...movement, current_balance: 5000 },
          { ...movement, current_balance: 10_000 },
        ],
        more: false,
      }),
    });
    const page = await connector.settlements?.readSettlements(access, window, null);
    expect(page?.settlements).toHaveLength(1);
    expect(page?.rejects.map(({ raw }) => raw.payload.toString())).toEqual([
      expect.stringContaining('10000'),
    ]);
  });

  it('includes pending orders, as requested', async () => {
    const requestedFlags: (string | null)[] = [];
    const asks = (query: URLSearchParams) =>
      requestedFlags.push(query.get('request_order_status_pending'));
    const { connector } = answering({
      get_order_list: (query) => {
        asks(query);
        return { order_list: [{ order_sn: 'N1' }], more: false };
      },
      get_order_detail: (query) => {
        asks(query);
        return { order_list: [{ ...order, order_status: 'PENDING' }] };
      },
      get_escrow_detail_batch: () => [{ escrow_detail: income }],
    });
    const { orders } = await connector.readOrders(access, window, null);
    expect(orders.map(({ canonical }) => canonical.stage)).toEqual(['to_ship']);
    expect(new Set(requestedFlags)).toEqual(new Set(['true']));
  });

  it('may say in a row of a batch that an order has no escrow yet', async () => {
    const failed = { escrow_detail: { order_sn: 'N1' }, fail_error: 'order_not_found' };
    const { connector, calls } = answering({
      get_order_detail: () => ({ order_list: [order] }),
      get_escrow_detail_batch: () => [failed],
    });
    const read = await connector.ordersById?.read(access, ['N1']);
    expect(read?.rejects).toEqual([]);
    expect(read?.orders.map(({ canonical }) => canonical.flags)).toEqual([['income_missing']]);
    expect(calls()).toBe(2);
  });
});

describe('a list of Shopee whose pages are numbered from 1', () => {
  const paged = (name: string, rows: readonly object[]) => (query: URLSearchParams) => {
    const page = Math.max(1, Number(query.get('page_no')));
    return { [name]: rows.slice(page - 1, page), more: page < rows.length };
  };

  it('is fetched to its end, though page 0 is page 1', async () => {
    const { connector } = answering({
      get_return_list: paged('return', [{ return_sn: 'R1' }, { return_sn: 'R2' }]),
      get_escrow_list: () => ({ escrow_list: [], more: false }),
      get_wallet_transaction_list: paged('transaction_list', [
        { transaction_type: 'A', amount: 1, create_time: 1_795_000_000 },
        { transaction_type: 'B', amount: 2, create_time: 1_795_000_000 },
      ]),
    });
    const { settlements, returns } = connector;
    const seen = new Set<string | undefined>();
    await walk(async (from) => {
      const page = await returns?.readReturns(access, window, from);
      for (const { raw } of page?.rejects ?? []) seen.add(raw.externalId);
      return { next: page?.next ?? null };
    });
    await walk(async (from) => {
      const page = await settlements?.readSettlements(access, window, from);
      for (const { canonical } of page?.settlements ?? []) seen.add(canonical.lines[0]?.feeCode);
      return { next: page?.next ?? null };
    });
    expect([...seen]).toEqual(['R1', 'R2', 'A', 'B']);
  });
});

describe('a stalled list of Shopee', () => {
  it.each([
    ['repeats', () => 'same'],
    ['cycles', (cursor: string) => (cursor === 'a' ? 'b' : 'a')],
    ['comes with no rows', (cursor: string) => `${cursor}1`],
  ])('of orders is refused: its cursor %s', async (what, following) => {
    const { connector, calls } = answering({
      get_order_list: (query) => ({
        ...named,
        ...(what === 'comes with no rows' && { order_list: [] }),
        next_cursor: following(query.get('cursor') ?? ''),
      }),
      get_order_detail: () => ({ order_list: [order] }),
    });
    await expect(connector.countOrders(access, window)).rejects.toMatchObject(standsStill);
    await expect(connector.readOrders(access, window, null)).rejects.toMatchObject(standsStill);
    expect(calls()).toBeLessThan(40);
  });

  it('of orders is refused when resumed from a checkpoint', async () => {
    const { connector } = answering({ get_order_list: () => ({ ...named, next_cursor: 'same' }) });
    const [from, end] = [Math.floor(window.from.getTime() / 1000), now.getTime() / 1000];
    const checkpoint = JSON.stringify({ end, from, cursor: 'same', pages: 3, total: 9 });
    await expect(connector.readOrders(access, window, checkpoint)).rejects.toMatchObject(
      standsStill,
    );
  });

  it('has no first order if the requested time makes no difference', async () => {
    const { connector, calls } = answering({
      get_order_list: () => ({ ...named, more: false, next_cursor: '' }),
      get_order_detail: () => ({ order_list: [order] }),
    });
    await expect(connector.firstOrderAt(access)).rejects.toMatchObject(standsStill);
    expect(calls()).toBeLessThan(400);
  });

  it.each([
    ['without rows', []],
    ['with the same rows', [{ order_sn: 'N1', payout_amount: 1, escrow_release_time: 1 }]],
  ])('of releases or returns is refused: pages %s', async (_, rows) => {
    const { connector, calls } = answering({
      get_escrow_list: () => ({ escrow_list: rows, more: true }),
      get_escrow_detail_batch: () => [{ order_sn: 'N1', order_income: { items: [] } }],
      get_return_list: () => ({ return: rows, more: true }),
    });
    const { settlements, returns } = connector;
    await expect(
      walk(async (from) => {
        if (!settlements) throw new Error('There are no settlements');
        return settlements.readSettlements(access, window, from);
      }),
    ).rejects.toMatchObject(standsStill);
    await expect(
      walk(async (from) => {
        if (!returns) throw new Error('There are no returns');
        return returns.readReturns(access, window, from);
      }),
    ).rejects.toMatchObject(standsStill);
    expect(calls()).toBeLessThan(80);
  });

  it.each([
    ['the same offset', { item: [{ item_id: 1 }], next_offset: 50 }, 'paging_stands_still'],
    ['no item', { item: [], next_offset: 100 }, 'paging_stands_still'],
    ['no offset', { item: [{ item_id: 1 }] }, 'cursor_missing'],
  ])('of products is refused: %s', async (_, page, code) => {
    const { connector } = answering({
      get_item_list: () => ({ total_count: 900, has_next_page: true, ...page }),
    });
    await expect(connector.readProducts(access, '50')).rejects.toMatchObject({
      kind: 'protocol',
      code,
    });
  });
});
