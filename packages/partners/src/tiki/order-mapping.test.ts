import { describe, expect, it } from 'vitest';
import { createRawItem } from '../parsing/items.ts';
import { deriveOrder } from './order-mapping.ts';
import { knownStatuses } from './statuses.ts';

const item = {
  id: 87_000_001,
  qty: 2,
  price: 100_000,
  product: { id: 1_040_006_003, name: 'Cáp sạc', seller_product_code: 'CAC-1M' },
  invoice: { subtotal: 200_000, row_total: 170_000, discount_amount: 30_000 },
  seller_income_detail: { discount: { discount_coupon: { seller_discount: 10_000 } } },
};
const order = {
  code: '823456789',
  status: 'shipping',
  created_at: '2026-03-01 23:30:00',
  updated_at: '2026-03-03 08:00:00',
  payment: { method: 'momo', is_prepaid: true },
  invoice: { shipping_amount_after_discount: 15_000 },
  customer: { id: '#9007199254740993' },
  items: [item],
  status_histories: [
    { id: 1, status: 'waiting_payment', created_at: '2026-03-01 23:30:00' },
    { id: 2, status: 'queueing', created_at: '2026-03-02 00:10:00' },
    { id: 3, status: 'shipping', created_at: '2026-03-03 08:00:00' },
  ],
};

const shop = { region: 'VN', buyerHashKey: Buffer.from('key') };
/** Serializes texts such as `#9007199254740993` as numbers beyond the precision of a double. */
const write = (value: object) => Buffer.from(JSON.stringify(value).replace(/"#(\d+)"/g, '$1'));
const derived = (changes: object) =>
  deriveOrder([createRawItem('order', order.code, null, write({ ...order, ...changes }))], shop);
function derive(changes: object) {
  const { canonical, reject } = derived(changes);
  if (!canonical) throw new Error(reject.reason);
  return canonical;
}

describe('a Tiki order', () => {
  it('has the quantity of a line, and the seller’s voucher apart from Tiki’s', () => {
    const { items, shippingFeeE4, flags } = derive({});
    expect(items).toMatchObject([
      {
        lineId: '87000001',
        skuId: '1040006003',
        quantity: 2,
        sellerPriceE4: 2_000_000_000n,
        sellerVoucherE4: 100_000_000n,
        platformVoucherE4: 200_000_000n,
        stage: 'shipping',
      },
    ]);
    expect(shippingFeeE4).toBe(150_000_000n);
    expect(flags).toEqual([]);
  });

  it('parses times without an offset as Vietnam’s, and is committed when paid', () => {
    const { createdAt, committedAt } = derive({});
    expect(createdAt.toISOString()).toBe('2026-03-01T16:30:00.000Z');
    expect(committedAt?.toISOString()).toBe('2026-03-01T17:10:00.000Z');
    expect(derive({ payment: { method: 'cod' } }).committedAt).toEqual(createdAt);
    const unpaid = { status: 'waiting_payment', status_histories: [] };
    expect(derive(unpaid).committedAt).toBeNull();
  });

  it('distinguishes buyers whose IDs a double cannot', () => {
    const other = derive({ customer: { id: '#9007199254740992' } });
    expect(derive({}).buyerKey).not.toBe(other.buyerKey);
    expect(derive({ customer: null }).buyerKey).toBeNull();
  });

  it.each([
    ['returned', false, 'failed_delivery', 'none'],
    ['returned', true, 'delivered', 'received'],
    ['closed', false, 'cancelled', 'none'],
    ['closed', true, 'completed', 'none'],
    ['holded', false, 'to_ship', 'none'],
  ])('%s after delivery (%s) is %s', (status, delivered, stage, returnState) => {
    const reached = { id: 4, status: 'successful_delivery', created_at: '2026-03-05 08:00:00' };
    const status_histories = [...order.status_histories, ...(delivered ? [reached] : [])];
    expect(derive({ status, status_histories }).items[0]).toMatchObject({ stage, returnState });
  });

  it.each([
    ['returned', undefined, 'failed_delivery', ['status_history_missing']],
    ['closed', undefined, 'cancelled', ['status_history_missing']],
    ['holded', undefined, 'to_ship', []],
    ['returned', { delivery_confirmed: '1' }, 'delivered', []],
    ['returned', { delivery_confirmed: true }, 'delivered', []],
    ['returned', { delivery_confirmed: '0' }, 'failed_delivery', ['status_history_missing']],
  ])('%s without a history, with the delivery %j, is %s', (status, delivery, stage, flags) => {
    const read = derive({ status, delivery, status_histories: null, payment: { method: 'cod' } });
    expect(read).toMatchObject({ items: [{ stage }], flags });
  });

  it('knows the eighteen documented statuses, and keeps an unknown one', () => {
    expect(knownStatuses).toHaveLength(18);
    for (const status of knownStatuses) expect(derive({ status }).stage).not.toBe('unknown');
    expect(derive({ status: 'teleported' })).toMatchObject({
      stage: 'unknown',
      flags: ['unknown_status:teleported'],
    });
  });

  it.each([
    ['seller_canceled', 'customer_request', 'seller'],
    ['waiting', 'customer_request', 'buyer'],
    ['waiting', 'payment_expired', 'system'],
    ['waiting', '', null],
  ])('cancelled with %s and %j names the %s', (confirmed, reason_code, cancelledBy) => {
    const { items } = derive({
      status: 'canceled',
      items: [{ ...item, confirmation: { status: confirmed } }],
      cancel_info: { reason_code },
    });
    expect(items[0]).toMatchObject({ stage: 'cancelled', cancelledBy });
  });

  const entry = (status: string, created_at: string) => ({ id: 9, status, created_at });

  it('was shipped and delivered when its history first says so', () => {
    const shippedAt = new Date('2026-03-03T01:00:00Z');
    expect(derive({})).toMatchObject({ shippedAt, deliveredAt: null, cancelledAt: null });
    const status_histories = [
      entry('delivered', '2026-03-06 08:00:00'),
      entry('successful_delivery', '2026-03-05 08:00:00'),
      ...order.status_histories,
      entry('handover_to_partner', '2026-03-02 20:00:00'),
      entry('complete', '2026-03-04 08:00:00'),
    ];
    expect(derive({ status: 'complete', status_histories })).toMatchObject({
      shippedAt: new Date('2026-03-02T13:00:00Z'),
      deliveredAt: new Date('2026-03-05T01:00:00Z'),
      flags: [],
    });
    // A completed order was delivered before, nobody knows when.
    const completed = [...order.status_histories, entry('complete', '2026-03-09 08:00:00')];
    const read = derive({ status: 'returned', status_histories: completed });
    expect(read).toMatchObject({ stage: 'delivered', deliveredAt: null, flags: [] });
    expect(derive({ status_histories: null }).shippedAt).toBeNull();
  });

  it.each(['soon', '0000-00-00 00:00:00', '1970-06-01 00:00:00'])('has no time of %j', (text) => {
    const status_histories = [entry('shipping', text), entry('delivered', text)];
    expect(derive({ payment: { method: 'cod' }, status_histories })).toMatchObject({
      shippedAt: null,
      deliveredAt: null,
      flags: ['delivery_time_unreadable', 'shipping_time_unreadable'],
    });
    const readable = [...status_histories, ...order.status_histories];
    expect(derive({ status_histories: readable })).toMatchObject({
      committedAt: new Date('2026-03-01T17:10:00Z'),
      shippedAt: new Date('2026-03-03T01:00:00Z'),
      flags: ['delivery_time_unreadable', 'payment_time_unreadable', 'shipping_time_unreadable'],
    });
    expect(derive({ status: 'canceled', cancel_info: { canceled_at: text } })).toMatchObject({
      cancelledAt: null,
      flags: ['cancellation_time_unreadable'],
    });
  });

  it.each([
    ['canceled', [], '2026-03-02 09:00:00', '2026-03-02T02:00:00.000Z'],
    ['closed', [], '2026-03-02 09:00:00', '2026-03-02T02:00:00.000Z'],
    ['canceled', [], null, undefined],
    ['canceled', [], '', undefined],
    // Neither a failed delivery nor a closed order that was delivered is a cancellation.
    ['returned', [], '2026-03-02 09:00:00', undefined],
    ['closed', [entry('delivered', '2026-03-05 08:00:00')], '2026-03-02 09:00:00', undefined],
  ])('%s with the history %j was cancelled at %j: %s', (status, more, canceled_at, expected) => {
    const status_histories = [...order.status_histories, ...more];
    const read = derive({ status, status_histories, cancel_info: { canceled_at } });
    expect(read.cancelledAt?.toISOString()).toBe(expected);
    expect(read.flags).toEqual([]);
    expect(derive({ status, status_histories, cancel_info: null }).cancelledAt).toBeNull();
  });

  it.each([
    [{ items: [] }, 'the partner gave no items for it'],
    [{ created_at: 'yesterday' }, 'created_at is not a time'],
    [{ items: [{ ...item, price: 'a lot' }] }, 'price is not an amount'],
    [{ items: [{ ...item, qty: -1 }] }, expect.stringContaining('items/0/qty')],
  ])('is rejected with %j', (changes, reason) => {
    expect(derived(changes).reject).toMatchObject({ reason });
  });

  it('flags amounts of a line that do not add up', () => {
    const odd = { ...item, invoice: { ...item.invoice, subtotal: 190_000 } };
    expect(derive({ items: [odd] }).flags).toEqual(['row_total_mismatch', 'subtotal_mismatch']);
  });
});
