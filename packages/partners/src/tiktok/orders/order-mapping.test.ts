import { describe, expect, it } from 'vitest';
import { createRawItem } from '../../parsing/items.ts';
import { deriveOrder } from './order-mapping.ts';
import { knownStatuses, parseStage } from '../protocol/statuses.ts';

const line = {
  id: '5764614130387857521',
  sku_id: '1729592969712207012',
  seller_sku: 'ATC-M',
  product_name: 'Áo thun',
  currency: 'VND',
  original_price: '200000',
  sale_price: '175000',
  seller_discount: '15000',
  platform_discount: '10000',
  display_status: 'IN_TRANSIT',
};
const order = {
  id: '576461413038785752',
  status: 'IN_TRANSIT',
  create_time: 1_767_139_200,
  update_time: 1_767_225_600,
  paid_time: 1_767_139_260,
  user_id: '7494560109732334261',
  is_cod: false,
  payment_method_name: 'MoMo',
  payment: {
    currency: 'VND',
    shipping_fee: '15000',
    seller_discount: '15000',
    platform_discount: '10000',
    original_total_product_price: '200000',
  },
  line_items: [line],
};
const back = {
  return_id: '4035318504086604180',
  order_id: order.id,
  return_type: 'RETURN_AND_REFUND',
  return_status: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
  create_time: 1_767_300_000,
  update_time: 1_767_400_000,
  return_line_items: [{ order_line_item_id: line.id }],
};

const shop = { region: 'VN', buyerHashKey: Buffer.from('key') };
const derived = (changes: object, returns: object[] = []) =>
  deriveOrder(
    [
      createRawItem('order', order.id, null, Buffer.from(JSON.stringify({ ...order, ...changes }))),
      ...(returns.length > 0
        ? [
            createRawItem(
              'order_items',
              order.id,
              null,
              Buffer.from(JSON.stringify({ return_orders: returns })),
            ),
          ]
        : []),
    ],
    shop,
  );
function derive(changes: object, returns: object[] = []) {
  const { canonical, reject } = derived(changes, returns);
  if (!canonical) throw new Error(reject.reason);
  return canonical;
}
const withLine = (changes: object) => ({ line_items: [{ ...line, ...changes }] });

describe('a TikTok Shop order', () => {
  it('has one item per piece, with seller’s and platform’s discounts apart', () => {
    const { items, shippingFeeE4, flags, orderId } = derive({});
    expect(orderId).toBe('576461413038785752');
    expect(items).toMatchObject([
      {
        lineId: '5764614130387857521',
        skuId: '1729592969712207012',
        quantity: 1,
        sellerPriceE4: 2_000_000_000n,
        sellerVoucherE4: 150_000_000n,
        platformVoucherE4: 100_000_000n,
        stage: 'shipping',
        returnState: 'none',
      },
    ]);
    expect(shippingFeeE4).toBe(150_000_000n);
    expect(flags).toEqual([]);
  });

  it.each([
    ['Đen, L', 'Áo thun – Đen, L'],
    ['', 'Áo thun'],
    [null, 'Áo thun'],
  ])('names the variant %j', (sku_name, productName) => {
    expect(derive(withLine({ sku_name })).items).toMatchObject([{ productName }]);
  });

  it('is committed when paid, or when created if cash on delivery; on hold too, unpaid never', () => {
    const created = new Date(order.create_time * 1000);
    expect(derive({}).committedAt).toEqual(new Date(order.paid_time * 1000));
    expect(derive({ is_cod: true, paid_time: undefined }).committedAt).toEqual(created);
    const byName = { is_cod: undefined, payment_method_name: 'Cash on delivery' };
    expect(derive({ ...byName, paid_time: 0 }).committedAt).toEqual(created);
    const onHold = { status: 'ON_HOLD', ...withLine({ display_status: 'UNPAID' }) };
    expect(derive(onHold)).toMatchObject({
      committedAt: new Date(order.paid_time * 1000),
      stage: 'to_ship',
    });
    const unpaid = { status: 'UNPAID', paid_time: undefined };
    expect(derive({ ...unpaid, ...withLine({ display_status: 'UNPAID' }) })).toMatchObject({
      committedAt: null,
      stage: 'unpaid',
    });
    expect(derive({ paid_time: undefined })).toMatchObject({
      committedAt: created,
      flags: ['payment_time_missing'],
    });
  });

  it('parses booleans as text, and empty texts instead of times', () => {
    const created = new Date(order.create_time * 1000);
    const textFlags = { is_cod: 'true', is_sample_order: 'TRUE', is_buyer_request_cancel: 'false' };
    expect(derive({ ...textFlags, paid_time: '', collection_time: '' })).toMatchObject({
      isCod: true,
      committedAt: created,
      flags: ['sample_order'],
    });
    expect(derive({ is_cod: '', payment_method_name: 'COD' }).isCod).toBe(true);
  });

  it('knows the documented statuses, and keeps an unknown one', () => {
    for (const status of knownStatuses) expect(parseStage(status)).not.toBe('unknown');
    expect(derive(withLine({ display_status: 'TELEPORTED' }))).toMatchObject({
      stage: 'unknown',
      items: [{ rawStatus: 'TELEPORTED' }],
      flags: ['unknown_status:TELEPORTED'],
    });
    expect(derive({ status: 'DELIVERED', ...withLine({ display_status: '' }) }).stage).toBe(
      'delivered',
    );
  });

  const cancelled = { status: 'CANCELLED', ...withLine({ display_status: 'AWAITING_SHIPMENT' }) };
  it.each([
    ['Out of stock', undefined, 'SELLER', 'cancelled', 'seller'],
    ['No longer needed', undefined, 'BUYER', 'cancelled', 'buyer'],
    ['Package delivery failed', undefined, 'SYSTEM', 'failed_delivery', 'system'],
    ['Giao hàng không thành công', undefined, 'OPERATOR', 'failed_delivery', 'system'],
    ['Package lost', undefined, '', 'failed_delivery', null],
    ['Refused at the door', 1_767_200_000, 'BUYER', 'failed_delivery', 'buyer'],
  ])('cancelled for “%s” after %s by %s is %s', (reason, collected, who, stage, cancelledBy) => {
    const { items } = derive({
      ...cancelled,
      cancel_reason: reason,
      collection_time: collected,
      cancellation_initiator: who,
    });
    expect(items).toMatchObject([{ stage, cancelledBy }]);
  });

  it('was shipped, delivered and cancelled when TikTok Shop says so', () => {
    const [shippedAt, deliveredAt] = [new Date(1_767_200_000_000), new Date(1_767_210_000_000)];
    const none = { shippedAt: null, deliveredAt: null, cancelledAt: null, flags: [] };
    expect(derive({})).toMatchObject(none);
    expect(derive({ collection_time: 0, delivery_time: '', cancel_time: null })).toMatchObject(
      none,
    );
    expect(
      derive({ collection_time: 1_767_200_000, delivery_time: '1767210000', cancel_time: 1 }),
    ).toMatchObject({ ...none, shippedAt, deliveredAt });
    const cancelledAt = new Date(1_767_220_000_000);
    const cancel_time = 1_767_220_000;
    expect(derive({ ...cancelled, cancel_time })).toMatchObject({ ...none, cancelledAt });
    // The carrier had the parcel: a failed delivery, which the marketplace reports as a cancellation.
    expect(derive({ ...cancelled, cancel_time, collection_time: 1_767_200_000 })).toMatchObject({
      ...none,
      shippedAt,
      stage: 'failed_delivery',
    });
  });

  it.each(['yesterday', 7, -1, 99_999_999_999, true, {}])('has no time of %j', (time) => {
    const times = { paid_time: time, collection_time: time, delivery_time: time };
    expect(derive(times)).toMatchObject({
      committedAt: new Date(order.create_time * 1000),
      shippedAt: null,
      deliveredAt: null,
      flags: [
        'delivery_time_unreadable',
        'payment_time_missing',
        'payment_time_unreadable',
        'shipping_time_unreadable',
      ],
    });
    expect(derive({ ...cancelled, paid_time: time, cancel_time: time })).toMatchObject({
      committedAt: null,
      cancelledAt: null,
      flags: ['cancellation_time_unreadable', 'payment_time_unreadable'],
    });
  });

  const second = { ...line, id: '5764614130387857522' };
  const ofTwo = {
    payment: {
      ...order.payment,
      seller_discount: '30000',
      platform_discount: '20000',
      original_total_product_price: '400000',
    },
    line_items: [second, line],
  };

  it.each([
    ['different stages', 'IN_TRANSIT', 'AWAITING_COLLECTION', true, 'to_ship'],
    ['one stage, while a part of it ships', 'PARTIALLY_SHIPPING', 'IN_TRANSIT', true, 'shipping'],
    ['one stage', 'IN_TRANSIT', 'IN_TRANSIT', false, 'shipping'],
  ])('whose lines are in %s', (_, status, display_status, isSplit, stage) => {
    const line_items = [{ ...second, display_status }, line];
    expect(derive({ ...ofTwo, status, line_items })).toMatchObject({
      stage,
      isSplit,
      flags: [],
      items: [{ lineId: line.id }, { lineId: second.id }],
    });
  });

  const taken = {
    partial_refund: { currency: 'VND', amount: '20000' },
    buyer_rejected_partial_refund: false,
    refund_amount: { currency: 'VND', refund_total: '20000' },
  };
  const replacement = (status: string, refund_amount: object | null = null) => ({
    return_type: 'REPLACEMENT',
    return_status: `REPLACEMENT_REQUEST_${status}`,
    refund_amount,
  });
  const edited = { return_status: 'RETURN_OR_REFUND_REQUEST_PENDING', next_return_id: '4036' };
  it.each([
    [{}, 'refunded', []],
    [{ return_status: 'BUYER_SHIPPED_ITEM' }, 'in_transit', []],
    [{ return_status: 'AWAITING_BUYER_SHIP' }, 'approved', []],
    [{ return_status: 'REFUND_OR_RETURN_REQUEST_REJECT' }, 'rejected', []],
    [{ return_status: 'RETURN_OR_REFUND_REQUEST_SUCCESS' }, 'received', []],
    [{ return_status: 'RETURN_OR_REFUND_REQUEST_SUCCESS', return_type: 'REFUND' }, 'approved', []],
    [{ return_line_items: null }, 'refunded', []],
    [{ return_line_items: [{ order_line_item_id: '9' }] }, 'none', []],
    [{ return_type: 'REPLACEMENT' }, 'none', ['replaced']],
    [replacement('COMPLETE'), 'none', ['replaced']],
    [replacement('PENDING'), 'requested', []],
    [replacement('CANCEL'), 'cancelled', []],
    [replacement('REFUND_SUCCESS', { refund_total: '200000' }), 'refunded', []],
    [{ ...taken }, 'none', ['part_refunded']],
    [{ ...taken, buyer_rejected_partial_refund: true }, 'refunded', []],
    [{ ...taken, return_status: 'AWAITING_BUYER_RESPONSE' }, 'requested', []],
    [{ ...taken, return_status: 'BUYER_SHIPPED_ITEM' }, 'in_transit', []],
    [{ ...taken, refund_amount: { refund_total: '200000' } }, 'refunded', []],
    [edited, 'cancelled', ['request_edited']],
    [{ return_status: 'SEALED' }, 'requested', ['unknown_return_status:SEALED']],
    [{ return_type: 'LOAN' }, 'refunded', ['unknown_return_kind:LOAN']],
  ])('with a return of %j is %s', (changes, returnState, flags) => {
    const { items, flags: own } = derive({}, [{ ...back, ...changes }]);
    expect(items).toMatchObject([{ returnState }]);
    expect(own).toEqual(flags);
  });

  it('changes when its return does, even if its own time does not', () => {
    expect(derive({}, [back]).updatedAt).toEqual(new Date(back.update_time * 1000));
    const older = { ...back, return_id: '1', return_status: 'RETURN_OR_REFUND_REQUEST_CANCEL' };
    const late = { ...older, update_time: 1_767_500_000 };
    expect(derive({}, [late, back])).toMatchObject({
      updatedAt: new Date(late.update_time * 1000),
      items: [{ returnState: 'refunded' }],
    });
    const { updatedAt, items } = derive(ofTwo, [back]);
    expect(updatedAt).toEqual(new Date(back.update_time * 1000));
    expect(items.map((item) => item.updatedAt)).toEqual([
      updatedAt,
      new Date(order.update_time * 1000),
    ]);
  });

  it.each([
    ['400000', []],
    ['399999', ['subtotal_mismatch']],
    ['', []],
    [null, []],
  ])('of a total price of %j has the flags %j', (original_total_product_price, flags) => {
    const payment = { ...ofTwo.payment, original_total_product_price };
    expect(derive({ ...ofTwo, payment }).flags).toEqual(flags);
  });

  it('splits discounts of the whole order, and flags what does not add up', () => {
    const bare = { original_price: '100000', seller_discount: null, platform_discount: null };
    const lines = ['1', '2', '3'].map((id) => ({ ...line, ...bare, sale_price: null, id }));
    const payment = { ...order.payment, original_total_product_price: '300000' };
    const { items, flags } = derive({ line_items: lines, payment });
    expect(items.map((item) => item.sellerVoucherE4)).toEqual([
      50_000_000n,
      50_000_000n,
      50_000_000n,
    ]);
    expect(items.map((item) => item.platformVoucherE4)).toEqual([
      33_340_000n,
      33_330_000n,
      33_330_000n,
    ]);
    expect(flags).toEqual([]);
    expect(derive(withLine({ seller_discount: '14000' })).flags).toEqual([
      'sale_price_mismatch',
      'voucher_parts_mismatch',
    ]);
    expect(derive(withLine({ original_price: null })).items[0]?.sellerPriceE4).toBe(2_000_000_000n);
  });

  it('has its buyer only as a hash, or none', () => {
    expect(derive({}).buyerKey).toMatch(/^[\w-]{43}$/);
    expect(derive({ user_id: '7494560109732334262' }).buyerKey).not.toBe(derive({}).buyerKey);
    expect(derive({ user_id: null }).buyerKey).toBeNull();
  });

  it.each([
    [{ line_items: [] }, expect.stringContaining('line_items')],
    [{ create_time: 'yesterday' }, expect.stringContaining('create_time')],
    [withLine({ original_price: 'a lot' }), 'original_price is not an amount'],
    [withLine({ original_price: null, sale_price: null }), expect.stringContaining('no price')],
    [
      { line_items: [line, { ...line, id: '7', currency: 'THB' }] },
      'its lines are in more than one currency',
    ],
  ])('is rejected with %j', (changes, reason) => {
    expect(derived(changes).reject).toMatchObject({ reason });
  });

  it('is rejected with another order’s return, and both raw items are kept', () => {
    const { reject } = derived({}, [{ ...back, order_id: '1' }]);
    expect(reject).toMatchObject({ reason: 'return: it is another order’s' });
    expect(reject?.related).toHaveLength(1);
  });
});
