/**
 * Orders in Lazada's format: IDs as JSON numbers, the price as text, vouchers and shipping fees as numbers, times with
 * the country's UTC offset. Texts are encoded by `wireText`.
 */
import { localDateTime } from '../../local-time.ts';
import { formatAmount, sumE4, toJsonNumber } from '../../money.ts';
import { wireText } from '../../http/platform-listener.ts';
import type { Order, Unit } from '../../world/orders/order.ts';
import { itemStatusOf } from './statuses.ts';

/** Formats money with two decimals, also for VND. */
export function formatMoney(amountE4: bigint): string {
  return formatAmount(amountE4, 2);
}

/** Formats a time as `YYYY-MM-DD HH:mm:ss +0700`. */
export function formatOrderTime(epochSeconds: number): string {
  return `${localDateTime(epochSeconds)} +0700`;
}

/** The generated world has a few thousand names; a replayed file can have any number. */
const maxCachedNames = 10_000;
const maskedNames = new Map<string, string>();

/** Masks a name except the first letter of each word, and encodes it with `wireText`. */
function maskName(name: string): string {
  if (name === '') return '';
  const known = maskedNames.get(name);
  if (known !== undefined) return known;
  const nameParts = name.split(' ').map((word) => {
    const characters = Array.from(word);
    return `${characters[0] ?? ''}${'*'.repeat(Math.max(1, characters.length - 1))}`;
  });
  const maskedName = wireText(nameParts.join(' '));
  if (maskedNames.size >= maxCachedNames) maskedNames.clear();
  maskedNames.set(name, maskedName);
  return maskedName;
}

/** Lazada misspells the district's field name in the list, and spells it correctly in the single order. */
type DistrictField = 'addressDsitrict' | 'addressDistrict';

function address(
  { buyer }: Order,
  firstName: string,
  districtField: DistrictField,
): Record<string, unknown> {
  const district = wireText(buyer.district);
  return {
    first_name: firstName,
    last_name: '',
    phone: '84*********',
    phone2: '',
    address1: '*********',
    address2: '',
    address3: wireText(buyer.province),
    address4: district,
    address5: wireText(buyer.ward),
    [districtField]: district,
    city: district,
    post_code: '',
    country: 'Vietnam',
  };
}

export function lastChangedAt(unit: Unit): number {
  return unit.life.at(-1)?.at ?? 0;
}

export function currentStatus(unit: Unit): string {
  const last = unit.life.at(-1);
  return last === undefined ? '' : itemStatusOf(last.stage, unit.number);
}

export function orderView(order: Order, districtField: DistrictField): Record<string, unknown> {
  const seller = sumE4(order.units, ({ voucherSellerE4 }) => voucherSellerE4);
  const platform = sumE4(order.units, ({ voucherPlatformE4 }) => voucherPlatformE4);
  const firstName = maskName(order.buyer.name);
  const where = address(order, firstName, districtField);
  const createdAt = formatOrderTime(order.createdAt);
  return {
    order_id: order.number,
    order_number: order.number,
    created_at: createdAt,
    updated_at: formatOrderTime(
      order.units.reduce((latest, unit) => Math.max(latest, lastChangedAt(unit)), 0),
    ),
    address_updated_at: createdAt,
    statuses: [...new Set(order.units.map(currentStatus))],
    items_count: order.units.length,
    price: formatMoney(sumE4(order.units, ({ priceE4 }) => priceE4)),
    voucher: toJsonNumber(seller + platform),
    voucher_platform: toJsonNumber(platform),
    voucher_seller: toJsonNumber(seller),
    voucher_code: order.voucherCode,
    shipping_fee: toJsonNumber(order.shippingPaidE4),
    shipping_fee_original: toJsonNumber(order.shippingOriginalE4),
    shipping_fee_discount_seller: toJsonNumber(order.shippingDiscountSellerE4),
    shipping_fee_discount_platform: toJsonNumber(order.shippingDiscountPlatformE4),
    payment_method: order.paymentMethod,
    customer_first_name: firstName,
    customer_last_name: '',
    address_billing: where,
    address_shipping: where,
    gift_option: false,
    gift_message: '',
    remarks: '',
    buyer_note: '',
    delivery_info: '',
    promised_shipping_times: '',
    national_registration_number: '',
    tax_code: '',
    branch_number: '',
    extra_attributes: '{"TaxInvoiceRequested":false}',
    warehouse_code: 'dropshipping',
    need_cancel_confirm: false,
    is_cancel_pending: 'false',
  };
}
