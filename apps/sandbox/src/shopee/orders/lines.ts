/** An order's lines: one per variant with a quantity, where other marketplaces list each unit. */
import { sumE4, toJsonNumber } from '../../money.ts';
import type { Order, Unit } from '../../world/orders/order.ts';
import { stageOf } from './statuses.ts';
import { groupBySku } from '../../world/orders/order.ts';

/** 0 means that the item has no variants. */
function modelId({ sku }: Unit): number {
  return sku.number === sku.itemNumber ? 0 : sku.number;
}

function lineView(first: Unit, units: readonly Unit[]) {
  const { sku } = first;
  const isReduced = first.priceE4 < sku.listPriceE4;
  const counted = (stage: string) => units.filter((unit) => stageOf(unit) === stage).length;
  const cancelled = counted('cancelled');
  return {
    item_id: sku.itemNumber,
    item_name: first.name,
    item_sku: '',
    model_id: modelId(first),
    model_name: sku.label,
    model_sku: sku.sellerSku,
    model_quantity_purchased: units.length,
    model_original_price: toJsonNumber(isReduced ? sku.listPriceE4 : first.priceE4),
    model_discounted_price: toJsonNumber(first.priceE4),
    order_item_id: first.number,
    line_item_id: first.number,
    promotion_type: isReduced ? 'product_promotion' : '',
    promotion_id: isReduced ? 100_000_000_000_001 : 0,
    promotion_group_id: 0,
    add_on_deal_id: 0,
    weight: 0.3,
    wholesale: false,
    add_on_deal: false,
    main_item: false,
    is_b2c_owned_item: false,
    image_info: { image_url: '' },
    product_location_id: ['VNZ'],
    active_qty: units.length - cancelled,
    cancel_requested_qty: 0,
    cancelled_qty: cancelled,
    return_requested_qty: 0,
    returned_qty: counted('returned'),
  };
}

export interface OrderLine {
  readonly view: ReturnType<typeof lineView>;
  /** The line's part of the order's income; amounts are for the whole line. */
  readonly income: Readonly<Record<string, unknown>>;
}

export function orderLines(order: Order): OrderLine[] {
  return groupBySku(order).map((units) => {
    const [first] = units;
    const view = lineView(first, units);
    const price = sumE4(units, ({ priceE4 }) => priceE4);
    const original =
      BigInt(units.length) *
      (first.sku.listPriceE4 > first.priceE4 ? first.sku.listPriceE4 : first.priceE4);
    return {
      view,
      income: {
        item_id: view.item_id,
        item_name: view.item_name,
        item_sku: view.item_sku,
        model_id: view.model_id,
        model_name: view.model_name,
        model_sku: view.model_sku,
        line_item_id: view.line_item_id,
        original_price: toJsonNumber(original),
        selling_price: toJsonNumber(price),
        discounted_price: toJsonNumber(price),
        seller_discount: toJsonNumber(original - price),
        shopee_discount: 0,
        discount_from_coin: 0,
        discount_from_voucher_shopee: toJsonNumber(sumE4(units, (unit) => unit.voucherPlatformE4)),
        discount_from_voucher_seller: toJsonNumber(sumE4(units, (unit) => unit.voucherSellerE4)),
        activity_type: '',
        activity_id: 0,
        is_main_item: false,
        quantity_purchased: units.length,
        ams_commission_fee: 0,
      },
    };
  });
}
