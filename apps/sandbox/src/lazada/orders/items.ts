/** `/order/items/get` and `/orders/items/get`: one item object per unit sold. Texts are encoded by `wireText`. */
import { localDateTime } from '../../local-time.ts';
import { oneE4 } from '../../money.ts';
import { wireText } from '../../http/platform-listener.ts';
import type { Order, Stage, Storefront, Unit } from '../../world/orders/order.ts';
import type { LazadaPayload, LazadaCall } from '../context.ts';
import { LazadaError, missingParameter } from '../errors.ts';
import { currentStatus, lastChangedAt, formatMoney, formatOrderTime } from './order-view.ts';
import { findOrder } from './orders.ts';
import { parseId } from '../request-parameters.ts';

const maxOrdersPerCall = 50;

const initiators = {
  buyer: 'cancellation-customer',
  seller: 'cancellation-seller',
  system: 'cancellation-internal',
} as const;

function stageReachedAt(unit: Unit, stage: Stage): number | undefined {
  return unit.life.find((transition) => transition.stage === stage)?.at;
}

const initiatorOfStage: ReadonlyMap<Stage, string> = new Map([
  ['delivery_failed', 'cancellation-failed Delivery'],
  ['shipping_back', 'cancellation-failed Delivery'],
  ['shipped_back', 'cancellation-failed Delivery'],
  ['returned', 'return-customer'],
]);

function earlyEnd(order: Order, unit: Unit): { initiator: string; reason: string } {
  const stage = unit.life.at(-1)?.stage;
  if (stage === undefined) return { initiator: '', reason: '' };
  const initiator =
    stage === 'cancelled' ? initiators[order.cancelledBy ?? 'system'] : initiatorOfStage.get(stage);
  return initiator === undefined
    ? { initiator: '', reason: '' }
    : { initiator, reason: order.cancelReason };
}

/** Returns when a unit was paid: at payment, or on delivery for cash on delivery. */
function paymentMs(order: Order, unit: Unit): number | undefined {
  const paidAt = order.cod ? stageReachedAt(unit, 'delivered') : (order.paidAt ?? undefined);
  return paidAt === undefined ? undefined : paidAt * 1000;
}

interface ItemForm {
  /** `/orders/items/get` sends some fields as text that the single call sends as numbers. */
  readonly several: boolean;
}

/** Returns one item object per unit. */
function itemViews(
  shop: Storefront,
  order: Order,
  form: ItemForm,
): readonly Record<string, unknown>[] {
  const pieces = BigInt(order.units.length);
  const share = (amountE4: bigint): string => formatMoney((amountE4 / oneE4 / pieces) * oneE4);
  const alike: OrderFields = {
    createdAt: formatOrderTime(order.createdAt),
    promised: localDateTime(order.createdAt + 2 * 86_400),
    shippingOriginal: share(order.shippingOriginalE4),
    shippingDiscountSeller: share(order.shippingDiscountSellerE4),
    shippingDiscountPlatform: share(order.shippingDiscountPlatformE4),
  };
  return order.units.map((unit) => itemView(shop, order, unit, alike, form));
}

/** The shared fields of an order's items. */
interface OrderFields {
  readonly createdAt: string;
  readonly promised: string;
  /** A unit's share of the order's shipping fee. */
  readonly shippingOriginal: string;
  readonly shippingDiscountSeller: string;
  readonly shippingDiscountPlatform: string;
}

function itemView(
  shop: Storefront,
  order: Order,
  unit: Unit,
  alike: OrderFields,
  { several }: ItemForm,
): Record<string, unknown> {
  const { sku } = unit;
  const { initiator, reason } = earlyEnd(order, unit);
  const packed = stageReachedAt(unit, 'packed') !== undefined;
  const paid = paymentMs(order, unit);
  return {
    order_item_id: unit.number,
    order_id: order.number,
    purchase_order_id: '',
    purchase_order_number: '',
    invoice_number: '',
    status: currentStatus(unit),
    name: wireText(unit.name),
    sku: wireText(sku.sellerSku),
    shop_sku: `${sku.itemNumber}_VNAMZ-${sku.number}`,
    sku_id: String(sku.number),
    product_id: String(sku.itemNumber),
    variation: wireText(sku.variation),
    item_price: formatMoney(unit.priceE4),
    paid_price: formatMoney(unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4),
    voucher_amount: formatMoney(unit.voucherSellerE4 + unit.voucherPlatformE4),
    voucher_seller: formatMoney(unit.voucherSellerE4),
    voucher_platform: formatMoney(unit.voucherPlatformE4),
    voucher_seller_lpi: '0.00',
    voucher_platform_lpi: '0.00',
    voucher_code: order.voucherCode,
    voucher_code_seller: order.voucherCode,
    voucher_code_platform: '',
    shipping_amount: formatMoney(unit.shippingE4),
    shipping_fee_original: alike.shippingOriginal,
    shipping_fee_discount_seller: alike.shippingDiscountSeller,
    shipping_fee_discount_platform: alike.shippingDiscountPlatform,
    shipping_service_cost: 0,
    tax_amount: '0.00',
    wallet_credits: '0.00',
    currency: shop.info.currency,
    created_at: alike.createdAt,
    updated_at: formatOrderTime(lastChangedAt(unit)),
    // JSON omits undefined; a conditional spread would make building the object several times slower.
    payment_time: paid !== undefined && several ? String(paid) : paid,
    promised_shipping_time: `${alike.promised} +0700`,
    sla_time_stamp: `${alike.promised.replace(' ', 'T')}+07:00`,
    shipping_type: 'Dropshipping',
    shipment_provider: packed ? 'LEX VN' : '',
    shipping_provider_type: 'STANDARD',
    tracking_code: packed ? `LZVN${unit.number % 10_000_000_000}` : '',
    tracking_code_pre: '',
    package_id: packed ? `FP${order.number}` : '',
    cancel_return_initiator: initiator,
    reason: wireText(reason),
    reason_detail: '',
    return_status: '',
    need_cancel_confirm: false,
    is_cancel_pending: false,
    order_type: 'Normal',
    stage_pay_status: order.cod || order.paidAt !== null ? null : 'unpaid',
    order_flag: 'NORMAL',
    is_digital: 0,
    is_fbl: '0',
    is_reroute: '0',
    delivery_option_sof: '0',
    warehouse_code: 'dropshipping',
    buyer_id: String(order.buyer.number),
    shop_id: wireText(shop.info.name),
    product_main_image: '',
    product_detail_url: `https://www.lazada.vn/products/i${sku.itemNumber}-s${sku.number}.html`,
    extra_attributes: '',
    digital_delivery_info: '',
    fulfillment_sla: '',
    priority_fulfillment_tag: '',
    gift_wrapping: '',
    personalization: '',
    show_giftwrapping_tag: false,
    show_personalization_tag: false,
    mp3_order: false,
    can_escalate_pickup: false,
    semi_managed: several ? 'false' : false,
    biz_group: 70_100,
  };
}

export function getItems(call: LazadaCall): LazadaPayload {
  const text = call.parameters.get('order_id') ?? '';
  if (text === '') throw missingParameter('order_id');
  const ordinal = findOrder(call, text);
  if (ordinal === undefined) throw new LazadaError('16', text);
  const order = call.shop.orderAt(ordinal, call.now);
  return { data: itemViews(call.shop, order, { several: false }) };
}

function readIds(text: string): readonly number[] {
  if (text === '') throw missingParameter('order_ids');
  const inside = /^\s*\[([^[\]]*)\]\s*$/.exec(text)?.[1];
  if (inside === undefined) throw new LazadaError('56');
  if (inside.trim() === '') throw new LazadaError('39');
  // Parsed as text: a JSON number could silently lose digits of an ID.
  const ids = inside.split(',').map((entry) => parseId(entry.trim().replace(/^"(.*)"$/, '$1')));
  const numbers = ids.filter((id) => id !== undefined);
  if (numbers.length < ids.length) throw new LazadaError('37');
  return numbers;
}

export function getMultipleItems(call: LazadaCall): LazadaPayload {
  const ids = readIds(call.parameters.get('order_ids') ?? '');
  if (ids.length > maxOrdersPerCall) throw new LazadaError('38', String(ids.length));
  const data = ids.flatMap((id) => {
    const ordinal = findOrder(call, String(id));
    if (ordinal === undefined) return [];
    const order = call.shop.orderAt(ordinal, call.now);
    return {
      order_id: order.number,
      order_number: order.number,
      order_items: itemViews(call.shop, order, { several: true }),
    };
  });
  if (data.length === 0) throw new LazadaError('39');
  return { data };
}
