/** `get_order_list` and `get_order_detail`. */
import { toJsonNumber } from '../../money.ts';
import { stageReachedAt, type Order } from '../../world/orders/order.ts';
import type { ShopeeCall, ShopeePayload } from '../context.ts';
import { ShopeeError } from '../errors.ts';
import { orderLines } from './lines.ts';
import { orderSerial, findOrdinalBySerial } from './order-serials.ts';
import {
  maxUint32,
  readList,
  readEnum,
  requireEntries,
  readInteger,
} from '../request-parameters.ts';
import { filters, orderStage, orderStatus, parcelStatus } from './statuses.ts';

const maxSpanSeconds = 15 * 86_400;

function cursorOf(text: string | null): number {
  if (text === null || text === '') return 0;
  const offset = /^[0-9a-f]{2,16}$/.test(text) ? Number.parseInt(text, 16) : Number.NaN;
  if (!Number.isSafeInteger(offset)) throw new ShopeeError('error_param', 'Invalid cursor.');
  return offset;
}

export function listOrders({ query, shop, index, now }: ShopeeCall): ShopeePayload {
  const field = query.get('time_range_field');
  if (field !== 'create_time' && field !== 'update_time') {
    throw new ShopeeError('error_param', 'time_range_field must be create_time or update_time.');
  }
  const from = readInteger(query, 'time_from', 0, maxUint32);
  const to = readInteger(query, 'time_to', 0, maxUint32);
  if (from >= to || to - from > maxSpanSeconds) {
    throw new ShopeeError('order.order_list_invalid_time');
  }
  const limit = readInteger(query, 'page_size', 1, 100);
  const status = readEnum(query, 'order_status', filters);
  const offset = cursorOf(query.get('cursor'));
  const isCreated = field === 'create_time';
  const found = (start: number, size: number) =>
    index.find({
      createdFrom: isCreated ? from : -Infinity,
      createdTo: isCreated ? to : Infinity,
      updatedFrom: isCreated ? -Infinity : from,
      updatedTo: isCreated ? Infinity : to,
      stages: 0,
      sortBy: isCreated ? 'created' : 'updated',
      descending: false,
      offset: start,
      limit: size,
    });
  // Statuses belong to whole orders, which the index does not have. With a filter, all orders are checked.
  const page = status === '' ? found(offset, limit) : found(0, Infinity);
  const listed = page.ordinals
    .map((ordinal) => shop.orderAt(ordinal, now))
    .filter((order) => status === '' || orderStatus(order) === status);
  const total = status === '' ? page.total : listed.length;
  const rows = status === '' ? listed : listed.slice(offset, offset + limit);
  const more = offset + rows.length < total;
  const withStatus = readEnum(query, 'response_optional_fields', ['order_status']) !== '';
  return {
    response: {
      more,
      next_cursor: more ? (offset + rows.length).toString(16).padStart(2, '0') : '',
      order_list: rows.map((order) => ({
        order_sn: orderSerial(order.number, order.createdAt),
        ...(withStatus && { order_status: orderStatus(order) }),
      })),
    },
  };
}

function maskText(text: string): string {
  return text === '' ? '' : `${Array.from(text)[0] ?? ''}******`;
}

/** The optional fields that Shopee documents. The sandbox supports a part of them. */
const optionalFieldNames: ReadonlySet<string> = new Set(
  `buyer_user_id buyer_username estimated_shipping_fee recipient_address actual_shipping_fee goods_to_declare note
  note_update_time item_list pay_time dropshipper dropshipper_phone split_up buyer_cancel_reason cancel_by cancel_reason
  actual_shipping_fee_confirmed buyer_cpf_id fulfillment_flag pickup_done_time package_list shipping_carrier
  payment_method total_amount invoice_data order_chargeable_weight_gram return_request_due_date edt payment_info
  international_label`.split(/\s+/),
);

/** Returns the fields that must be requested. */
function optionalFields(order: Order): Record<string, unknown> {
  const stage = orderStage(order);
  const isCancelled = orderStatus(order) === 'CANCELLED';
  const failed = isCancelled && stage !== 'cancelled';
  const { buyer } = order;
  const price = order.units.reduce(
    (sum, unit) => sum + unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4,
    order.shippingPaidE4,
  );
  return {
    buyer_user_id: buyer.number,
    buyer_username: maskText(buyer.name),
    estimated_shipping_fee: toJsonNumber(order.shippingPaidE4),
    actual_shipping_fee: toJsonNumber(order.shippingOriginalE4),
    recipient_address: {
      name: maskText(buyer.name),
      phone: '******',
      town: buyer.ward,
      district: buyer.district,
      city: buyer.province,
      state: buyer.province,
      region: 'VN',
      zipcode: '',
      full_address: '******',
    },
    pay_time: order.paidAt,
    pickup_done_time: stageReachedAt(order, 'shipped') ?? 0,
    payment_method: order.cod ? 'Cash on Delivery' : order.paymentMethod,
    total_amount: toJsonNumber(price),
    cancel_by: isCancelled ? (order.cancelledBy ?? 'system') : '',
    cancel_reason: isCancelled ? (failed ? 'FAILED_DELIVERY' : order.cancelReason) : '',
    buyer_cancel_reason: order.cancelledBy === 'buyer' && isCancelled ? order.cancelReason : '',
    item_list: orderLines(order).map((line) => line.view),
    package_list: [
      {
        package_number: `OFG${order.number}`,
        logistics_status: parcelStatus(order),
        shipping_carrier: 'SPX Express',
        group_shipment_id: null,
        item_list: orderLines(order).map(({ view }) => ({
          item_id: view.item_id,
          model_id: view.model_id,
          model_quantity: view.model_quantity_purchased,
          order_item_id: view.order_item_id,
        })),
      },
    ],
    shipping_carrier: 'SPX Express',
    fulfillment_flag: 'fulfilled_by_local_seller',
    split_up: false,
    note: '',
    dropshipper: null,
    invoice_data: null,
  };
}

export function lastChangedAt(order: Order): number {
  return order.units.reduce((latest, { life }) => Math.max(latest, life.at(-1)?.at ?? 0), 0);
}

export function orderDetails({ query, shop, options, now }: ShopeeCall): ShopeePayload {
  const names = requireEntries(readList(query, 'order_sn_list'), 'order_sn_list', 50);
  const requestedFields = new Set(readList(query, 'response_optional_fields'));
  if ([...requestedFields].some((field) => !optionalFieldNames.has(field))) {
    throw new ShopeeError('error_param', 'Invalid response_optional_fields.');
  }
  const unknown: string[] = [];
  const orders = names.flatMap((name) => {
    const ordinal = findOrdinalBySerial(shop, name, now);
    if (ordinal === undefined) {
      unknown.push(name);
      return [];
    }
    const order = shop.orderAt(ordinal, now);
    const extra = Object.entries(optionalFields(order)).filter(([field]) =>
      requestedFields.has(field),
    );
    return {
      order_sn: name,
      region: shop.info.region,
      currency: shop.info.currency,
      cod: order.cod,
      order_status: orderStatus(order),
      message_to_seller: '',
      create_time: order.createdAt,
      update_time: lastChangedAt(order),
      days_to_ship: 2,
      ship_by_date: order.createdAt + 2 * 86_400,
      reverse_shipping_fee: 0,
      booking_sn: '',
      advance_package: false,
      hot_listing_order: false,
      ...Object.fromEntries(extra),
    };
  });
  if (orders.length === 0 || (unknown.length > 0 && options.wholeBatches)) {
    throw new ShopeeError('error_not_found');
  }
  return {
    response: { order_list: orders },
    ...(unknown.length > 0 && { warning: `Some orders are not found: ${unknown.join(',')}` }),
  };
}
