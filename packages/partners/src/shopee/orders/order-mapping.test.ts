import { describe, expect, it } from 'vitest';
import { createRawItem } from '../../parsing/items.ts';
import { deriveOrder } from './order-mapping.ts';

const order = {
  order_sn: '2603010ABCDEFG',
  currency: 'VND',
  cod: true,
  order_status: 'SHIPPED',
  create_time: 1_795_000_000,
  update_time: 1_795_100_000,
  item_list: [
    {
      item_id: 1,
      model_id: 0,
      model_quantity_purchased: 1,
      model_original_price: 10_000,
      model_discounted_price: 10_000,
    },
  ],
};
const income = { order_sn: order.order_sn, order_income: { items: [] } };

function derive(changes: object) {
  const item = (entity: 'order' | 'order_items', value: object) =>
    createRawItem(entity, order.order_sn, null, Buffer.from(JSON.stringify(value)));
  const raw = [item('order', { ...order, ...changes }), item('order_items', income)];
  const { canonical, reject } = deriveOrder(raw, { region: 'VN' });
  if (!canonical) throw new Error(reject.reason);
  return canonical;
}

describe('a Shopee order', () => {
  it.each([undefined, null, 0, ''])('was not shipped yet with a pickup time of %j', (time) => {
    const { shippedAt, flags } = derive({ pickup_done_time: time });
    expect(shippedAt).toBeNull();
    expect(flags).toEqual([]);
  });

  it('was shipped at its pickup, and has no other time that Shopee would report', () => {
    const shipped = { pickup_done_time: 1_795_050_000 };
    const shippedAt = new Date(1_795_050_000_000);
    const reported = { shippedAt, deliveredAt: null, cancelledAt: null, flags: [] };
    expect(derive(shipped)).toMatchObject(reported);
    expect(derive({ ...shipped, order_status: 'COMPLETED' })).toMatchObject(reported);
    const cancelled = { ...shipped, order_status: 'CANCELLED', cancel_reason: 'FAILED_DELIVERY' };
    expect(derive(cancelled)).toMatchObject({ ...reported, stage: 'failed_delivery' });
  });

  it('of an absurd quantity is mapped like any other', () => {
    const [line] = order.item_list;
    const { items } = derive({
      item_list: [{ ...line, model_quantity_purchased: 999_999_999, cancelled_qty: 1 }],
    });
    expect(items.map(({ quantity }) => quantity)).toEqual([999_999_998, 1]);
  });

  it.each(['yesterday', 7, -1, false, []])('has no time of %j', (time) => {
    const prepaid = { cod: false, pay_time: time };
    expect(derive({ ...prepaid, pickup_done_time: time })).toMatchObject({
      committedAt: new Date(order.create_time * 1000),
      shippedAt: null,
      flags: ['payment_time_missing', 'payment_time_unreadable', 'shipping_time_unreadable'],
    });
    expect(derive({ ...prepaid, order_status: 'CANCELLED' })).toMatchObject({
      committedAt: null,
      flags: ['payment_time_unreadable'],
    });
  });
});
