import { describe, expect, it } from 'vitest';
import type { CanonicalOrder, RawItem } from '../../canonical/canonical.ts';
import { deriveOrder } from './order-mapping.ts';
import { mapStatus } from '../protocol/statuses.ts';

const shop = { region: 'VN' };
const orderFields = {
  order_id: 260422900198363,
  order_number: 260422900198363,
  created_at: '2026-11-10 23:50:00 +0700',
  updated_at: '2026-11-12 08:00:00 +0700',
  payment_method: 'COD',
  price: '578000.00',
  shipping_fee: 15000,
  items_count: 1,
};
const itemFields = {
  order_item_id: 260422900298363,
  order_id: 260422900198363,
  status: 'delivered',
  name: 'Áo thun cổ tròn',
  sku: 'AO-THUN/L',
  sku_id: '10123456789',
  item_price: '289000.00',
  paid_price: '274000.00',
  voucher_amount: '15000.00',
  voucher_seller: '10000.00',
  voucher_platform: '5000.00',
  currency: 'VND',
  created_at: '2026-11-10 23:50:00 +0700',
  updated_at: '2026-11-12 08:00:00 +0700',
  payment_time: 0,
};

function raw(order: object, items: object[]): RawItem[] {
  const item = (entity: RawItem['entity'], payload: unknown): RawItem => ({
    entity,
    externalId: '260422900198363',
    updatedAt: null,
    payload: Buffer.from(JSON.stringify(payload)),
  });
  const id = orderFields.order_id;
  return [item('order', order), item('order_items', { order_id: id, order_items: items })];
}

function derive(order: object = {}, ...items: object[]): CanonicalOrder {
  const filled = (items.length > 0 ? items : [{}]).map((item) => ({ ...itemFields, ...item }));
  const answer = deriveOrder(
    raw({ ...orderFields, items_count: filled.length, ...order }, filled),
    shop,
  );
  expect(answer.reject).toBeNull();
  if (answer.canonical === null) throw new Error('The order was refused');
  return answer.canonical;
}

function refusal(order: object, ...items: object[]): string | undefined {
  return deriveOrder(raw({ ...orderFields, ...order }, items), shop).reject?.reason;
}

describe('a Lazada order', () => {
  it('is mapped with exact money and instants', () => {
    expect(derive()).toEqual({
      orderId: '260422900198363',
      createdAt: new Date('2026-11-10T16:50:00Z'),
      updatedAt: new Date('2026-11-12T01:00:00Z'),
      committedAt: new Date('2026-11-10T16:50:00Z'),
      shippedAt: null,
      deliveredAt: null,
      cancelledAt: null,
      isCod: true,
      currency: 'VND',
      paymentMethod: 'COD',
      buyerKey: null,
      shippingFeeE4: 150_000_000n,
      stage: 'delivered',
      isSplit: false,
      flags: [],
      items: [
        {
          lineId: '260422900298363',
          skuId: '10123456789',
          sellerSku: 'AO-THUN/L',
          productName: 'Áo thun cổ tròn',
          quantity: 1,
          listPriceE4: 2_890_000_000n,
          sellerPriceE4: 2_890_000_000n,
          sellerVoucherE4: 100_000_000n,
          platformVoucherE4: 50_000_000n,
          stage: 'delivered',
          returnState: 'none',
          rawStatus: 'delivered',
          cancelledBy: null,
          updatedAt: new Date('2026-11-12T01:00:00Z'),
        },
      ],
    });
  });

  it.each([
    ['Màu sắc:Đen, Kích cỡ:L', 'Áo thun cổ tròn – Đen, L'],
    ['Color Family:Black', 'Áo thun cổ tròn – Black'],
    ['XL', 'Áo thun cổ tròn – XL'],
    ['', 'Áo thun cổ tròn'],
    [null, 'Áo thun cổ tròn'],
  ])('names the variant of %j', (variation, productName) => {
    expect(derive({}, { variation }).items).toMatchObject([{ productName }]);
  });

  it('is committed when placed if it is cash on delivery, even unpaid', () => {
    const order = derive({}, { status: 'pending' });
    expect(order).toMatchObject({ isCod: true, committedAt: order.createdAt });
  });

  it.each([
    ['a number of milliseconds', 1_794_329_400_000],
    ['milliseconds as text', '1794329400000'],
    ['a formatted time', '2026-11-10 23:50:00 +0700'],
  ])('is committed when paid if it is prepaid: %s', (_name, payment_time) => {
    const order = derive({ payment_method: 'MOMO_2031' }, { payment_time, status: 'pending' });
    expect(order.isCod).toBe(false);
    expect(order.paymentMethod).toBe('MOMO_2031');
    expect(order.committedAt?.toISOString()).toMatch(/^2026-11-1\dT/);
    expect(order.flags).toEqual([]);
  });

  it.each(['unpaid', 'canceled'])(
    'is not committed if it is prepaid, %s and never paid',
    (status) => {
      expect(
        derive({ payment_method: 'MIXEDCARD' }, { status, payment_time: '' }).committedAt,
      ).toBeNull();
    },
  );

  it('is committed at its creation, with a flag, if it moves without a payment time', () => {
    const order = derive({ payment_method: 'MIXEDCARD' }, { status: 'shipped' });
    expect(order).toMatchObject({ committedAt: order.createdAt, flags: ['payment_time_missing'] });
  });

  it('keeps an unknown status with a flag', () => {
    const order = derive({}, { status: 'teleported' });
    expect(order.stage).toBe('unknown');
    expect(order.items[0]).toMatchObject({ stage: 'unknown', rawStatus: 'teleported' });
    expect(order.flags).toEqual(['unknown_status:teleported']);
    expect(mapStatus('constructor').stage).toBe('unknown');
  });

  it.each(['INFO_ST_CROSS_BORDER_ON_THE_WAY_BACK', 'INFO_ST_DOMESTIC_REATTEMPTS_FAILED'])(
    'flags the parcel status %s, which is matched by its parts only',
    (status) => {
      expect(derive({}, { status }).flags).toEqual([`unlisted_status:${status}`]);
    },
  );

  it.each([
    ['INFO_ST_DOMESTIC_RETURN_WITH_LAST_MILE_3PL', 'failed_delivery'],
    ['INFO_ST_DOMESTIC_RETURN_AT_TRANSIT_HUB', 'failed_delivery'],
    ['INFO_ST_DOMESTIC_BACK_TO_SHIPPER', 'failed_delivery'],
    ['INFO_ST_DOMESTIC_DELIVERY_FAILED', 'failed_delivery'],
    ['INFO_ST_DOMESTIC_PACKAGE_RETURNED', 'failed_delivery'],
    ['INFO_ST_DOMESTIC_PACKAGE_RETURNED_FAILED', 'failed_delivery'],
    ['INFO_ST_DOMESTIC_SHIPPER_RECEIVED', 'failed_delivery'],
    ['DAMAGE_BY_3PL', 'failed_delivery'],
    ['LOST_BY_3PL', 'failed_delivery'],
    ['PACKAGE_SCRAPPED', 'failed_delivery'],
    ['INFO_ST_CROSS_BORDER_ON_THE_WAY_BACK', 'failed_delivery'],
    // The parcel is delivered again after a failed attempt.
    ['INFO_ST_DOMESTIC_1ST_ATTEMPT_FAILED', 'shipping'],
    ['INFO_ST_DOMESTIC_REATTEMPTS_FAILED', 'shipping'],
    ['INFO_ST_DOMESTIC_OUT_FOR_DELIVERY', 'unknown'],
  ])('with a parcel in status %s is %s', (status, stage) => {
    expect(mapStatus(status).stage).toBe(stage);
  });

  it('that was returned is delivered and received', () => {
    expect(derive({}, { status: 'returned' }).items[0]).toMatchObject({
      stage: 'delivered',
      returnState: 'received',
    });
  });

  it.each([
    ['cancellation-customer', 'buyer'],
    ['buyer-cancel', 'buyer'],
    ['cancellation-seller', 'seller'],
    ['cancellation-internal', 'system'],
    ['system-cancel', 'system'],
    ['', null],
  ])('cancelled by %j names the %s', (cancel_return_initiator, cancelledBy) => {
    const [item] = derive({}, { status: 'canceled', cancel_return_initiator }).items;
    expect(item?.cancelledBy).toBe(cancelledBy);
  });

  it('shares the order’s voucher by price if no item carries its part', () => {
    const bare = { voucher_amount: null, voucher_seller: null, voucher_platform: null };
    const order = derive(
      { voucher_seller: '10001.00' },
      { ...bare, order_item_id: 1, item_price: '200000.00' },
      { ...bare, order_item_id: 2, item_price: '100000.00' },
    );
    expect(order.items.map((item) => item.sellerVoucherE4)).toEqual([66_670_000n, 33_340_000n]);
  });

  it('flags vouchers whose parts do not sum to the whole', () => {
    expect(derive({ voucher_seller: 12_000 }).flags).toEqual(['voucher_parts_mismatch']);
    expect(derive({}, { voucher_amount: '14999.00' }).flags).toEqual(['voucher_parts_mismatch']);
    expect(derive({ voucher_seller: '10000', voucher_platform: 5000 }).flags).toEqual([]);
  });

  it('counts an item once, in its newest version, whatever their number and order', () => {
    const newest = {
      order_item_id: 7,
      status: 'delivered',
      updated_at: '2026-11-13 08:00:00 +0700',
    };
    const older = { order_item_id: 7, status: 'shipped' };
    const other = { order_item_id: 10, status: 'delivered' };
    const first = derive({ items_count: 2 }, other, newest, older);
    expect(derive({ items_count: 2 }, older, other, newest, newest)).toEqual(first);
    expect(first.items.map((item) => [item.lineId, item.stage])).toEqual([
      ['7', 'delivered'],
      ['10', 'delivered'],
    ]);
    expect(first.updatedAt).toEqual(new Date('2026-11-13T01:00:00Z'));
    expect(first.flags).toEqual([]);
  });

  it('flags a count of items that differs from the items', () => {
    expect(derive({ items_count: 3 }).flags).toEqual(['items_count_mismatch']);
  });

  it('has its buyer only as a hash under the tenant’s key', () => {
    const items = [{ ...itemFields, buyer_id: '150077' }];
    const under = (key: string) =>
      deriveOrder(raw(orderFields, items), { region: 'VN', buyerHashKey: Buffer.from(key) })
        .canonical?.buyerKey;
    expect(under('a')).toMatch(/^[\w-]{43}$/);
    expect(under('a')).toBe(under('a'));
    expect(under('a')).not.toBe(under('b'));
    expect(derive({}, { buyer_id: '150077' }).buyerKey).toBeNull();
  });

  it.each([
    ['updated_at is not a time', { updated_at: 'yesterday' }, [itemFields]],
    ['the partner gave no items for it', {}, []],
    ['item_price is not an amount', {}, [{ ...itemFields, item_price: '1,000' }]],
    ['item 260422900298363: item_price is empty', {}, [{ ...itemFields, item_price: '' }]],
    [
      'its items are in more than one currency',
      {},
      [itemFields, { ...itemFields, order_item_id: 2, currency: 'SGD' }],
    ],
  ])('that is malformed is rejected with the reason: %s', (reason, order, items) => {
    expect(refusal(order, ...items)).toBe(reason);
  });

  it('without its items or with another order’s is rejected', () => {
    const [order, items] = raw(orderFields, [itemFields]);
    if (!order || !items) throw new Error('two raw items were made');
    expect(deriveOrder([order], shop).reject?.reason).toBe('the partner gave no items for it');
    const foreign = { ...items, payload: Buffer.from('{"order_id":1,"order_items":[]}') };
    expect(deriveOrder([order, foreign], shop).reject?.reason).toContain('another order');
    const broken = { ...order, payload: Buffer.from('{"order_id":') };
    expect(deriveOrder([broken, items], shop).reject?.related).toEqual([items]);
  });
});
