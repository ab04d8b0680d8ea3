/**
 * TikTok Shop's order export: one row per variant, a second header row that explains each column, and a trailing tab in
 * cells that a spreadsheet would convert to a number.
 */
import { localDateTime } from '../local-time.ts';
import { formatAmount, sumE4 } from '../money.ts';
import { orderId } from '../tiktok/orders/orders.ts';
import { orderStatus } from '../tiktok/orders/statuses.ts';
import { itemId } from '../world/shops/shops.ts';
import { numberCell, buildRow, currentStage, type ExportFormat } from './export-format.ts';
import { stageReachedAt, groupBySku } from '../world/orders/order.ts';

const columnDescriptions = {
  'Order ID': 'The number of the order.',
  'Order Status': 'Where the order stands.',
  'Order Substatus': 'Where it stands more precisely.',
  'Cancelation/Return Type': 'Whether it is cancelled or returned.',
  'Normal or Pre-order': 'The kind of the order.',
  'SKU ID': 'The number of the variant.',
  'Seller SKU': "The seller's own code.",
  'Product Name': 'The name of the product.',
  Variation: 'The variant.',
  Quantity: 'Pieces sold.',
  'Sku Quantity of return': 'Pieces returned.',
  'SKU Unit Original Price': 'Price of a piece before discounts.',
  'SKU Subtotal Before Discount': 'Price of all pieces before discounts.',
  'SKU Platform Discount': "The platform's part of the discount.",
  'SKU Seller Discount': "The seller's part of the discount.",
  'SKU Subtotal After Discount': 'What the buyer pays for the pieces.',
  'Shipping Fee After Discount': 'What the buyer pays for shipping.',
  'Original Shipping Fee': 'Shipping before discounts.',
  'Shipping Fee Seller Discount': "The seller's part of the shipping.",
  'Shipping Fee Platform Discount': "The platform's part of the shipping.",
  'Payment platform discount': 'Discount for the way of payment.',
  Taxes: 'Taxes.',
  'Order Amount': 'What the buyer pays for the whole order.',
  'Order Refund Amount': 'What went back to the buyer.',
  'Created Time': 'When the order was placed.',
  'Paid Time': 'When it was paid.',
  'RTS Time': 'When it was ready to ship.',
  'Shipped Time': 'When it was shipped.',
  'Delivered Time': 'When it was delivered.',
  'Cancelled Time': 'When it was cancelled.',
  'Cancel By': 'Who cancelled.',
  'Cancel Reason': 'Why.',
  'Fulfillment Type': 'Who ships.',
  'Tracking ID': 'The number of the parcel.',
  'Shipping Provider Name': 'The carrier.',
  'Buyer Username': 'The buyer.',
  Recipient: 'Whom it goes to.',
  'Phone #': 'Telephone of the recipient.',
  Country: 'Country.',
  Province: 'Province.',
  District: 'District.',
  Commune: 'Commune.',
  'Detail Address': 'Street.',
  'Payment Method': 'How it is paid.',
  'Package ID': 'The package.',
} as const;
const columns = Object.keys(columnDescriptions);

/** Status and substatus. */
const statusLabels: Readonly<Record<string, readonly [string, string]>> = {
  UNPAID: ['Unpaid', 'Unpaid'],
  ON_HOLD: ['To ship', 'On hold'],
  AWAITING_SHIPMENT: ['To ship', 'Awaiting shipment'],
  AWAITING_COLLECTION: ['To ship', 'Awaiting collection'],
  IN_TRANSIT: ['Shipped', 'In transit'],
  DELIVERED: ['Shipped', 'Delivered'],
  COMPLETED: ['Completed', 'Completed'],
  CANCELLED: ['Canceled', 'Canceled'],
};

/** Formats a time as `11/11/2026 20:15:09`. */
function time(epochSeconds: number | null | undefined): string {
  if (epochSeconds === null || epochSeconds === undefined) return '';
  const text = localDateTime(epochSeconds);
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11)}\t`;
}

export const tiktokExportFormat: ExportFormat = {
  sheet: 'OrderSKUList',
  fileName: (from, to) => `All order-${from}-${to}`,
  head: [columns, Object.values(columnDescriptions)],
  idOf: (order) => orderId(order.number),
  inventedId: (order) => orderId(order.number + 1),
  rows({ order, id, createdAt }) {
    const money = (amountE4: bigint) => numberCell(formatAmount(amountE4));
    const [status = '', substatus = ''] = statusLabels[orderStatus(order)] ?? [];
    const paid = sumE4(
      order.units,
      (unit) => unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4,
    );
    return groupBySku(order).map((units) => {
      const [unit] = units;
      const price = sumE4(units, ({ priceE4 }) => priceE4);
      const bySeller = sumE4(units, ({ voucherSellerE4 }) => voucherSellerE4);
      const byPlatform = sumE4(units, ({ voucherPlatformE4 }) => voucherPlatformE4);
      const back = units.filter((each) => currentStage(each) === 'returned').length;
      return buildRow(columns, {
        'Order ID': `${id}\t`,
        'Order Status': status,
        'Order Substatus': substatus,
        'Cancelation/Return Type':
          status === 'Canceled' ? 'Cancel' : back > 0 ? 'Return/Refund' : '',
        'Normal or Pre-order': 'Normal',
        'SKU ID': `${itemId('TIKTOK', unit.sku.number)}\t`,
        'Seller SKU': unit.sku.sellerSku,
        'Product Name': unit.name,
        Variation: unit.sku.label,
        Quantity: numberCell(String(units.length)),
        'Sku Quantity of return': numberCell(String(back)),
        'SKU Unit Original Price': money(unit.priceE4),
        'SKU Subtotal Before Discount': money(price),
        'SKU Platform Discount': money(byPlatform),
        'SKU Seller Discount': money(bySeller),
        'SKU Subtotal After Discount': money(price - bySeller - byPlatform),
        'Shipping Fee After Discount': money(order.shippingPaidE4),
        'Original Shipping Fee': money(order.shippingOriginalE4),
        'Shipping Fee Seller Discount': money(order.shippingDiscountSellerE4),
        'Shipping Fee Platform Discount': money(order.shippingDiscountPlatformE4),
        'Payment platform discount': money(0n),
        Taxes: money(0n),
        'Order Amount': money(paid + order.shippingPaidE4),
        'Order Refund Amount': money(0n),
        'Created Time': time(createdAt),
        'Paid Time': time(order.cod ? stageReachedAt(order, 'delivered') : order.paidAt),
        'RTS Time': time(stageReachedAt(order, 'packed')),
        'Shipped Time': time(stageReachedAt(order, 'shipped')),
        'Delivered Time': time(stageReachedAt(order, 'delivered')),
        'Cancelled Time': status === 'Canceled' ? time(order.units[0]?.life.at(-1)?.at) : '',
        'Cancel Reason': status === 'Canceled' ? order.cancelReason : '',
        'Fulfillment Type': 'Fulfillment by seller',
        'Shipping Provider Name': 'J&T Express',
        'Buyer Username': `user${order.buyer.number}`,
        Recipient: order.buyer.name,
        'Phone #': `(+84)900${order.buyer.number % 1_000_000}`,
        Country: 'Việt Nam',
        Province: order.buyer.province,
        District: order.buyer.district,
        Commune: order.buyer.ward,
        'Detail Address': order.buyer.ward,
        'Payment Method': order.cod ? 'Cash on delivery' : order.paymentMethod,
      });
    });
  },
};
