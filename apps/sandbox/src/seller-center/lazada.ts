/** Lazada's order export: one row per unit, English camel-case column names, times to the minute. */
import { localDateTime } from '../local-time.ts';
import { formatMoney } from '../lazada/orders/order-view.ts';
import { statusOf } from '../lazada/orders/statuses.ts';
import { numberCell, buildRow, currentStage } from './export-format.ts';
import type { ExportFormat } from './export-format.ts';

const columns = [
  'orderItemId',
  'orderType',
  'Guarantee',
  'deliveryType',
  'lazadaId',
  'sellerSku',
  'lazadaSku',
  'wareHouse',
  'createTime',
  'updateTime',
  'rtsSla',
  'ttsSla',
  'orderNumber',
  'invoiceRequired',
  'invoiceNumber',
  'deliveredDate',
  'customerName',
  'customerEmail',
  'nationalRegistrationNumber',
  'shippingName',
  'shippingAddress',
  'shippingAddress2',
  'shippingAddress3',
  'shippingAddress4',
  'shippingAddress5',
  'shippingPhone',
  'shippingPhone2',
  'shippingCity',
  'shippingPostCode',
  'shippingCountry',
  'shippingRegion',
  'billingName',
  'billingAddr',
  'billingPhone',
  'billingCity',
  'billingCountry',
  'taxCode',
  'branchNumber',
  'taxInvoiceRequested',
  'payMethod',
  'paidPrice',
  'unitPrice',
  'sellerDiscountTotal',
  'shippingFee',
  'walletCredit',
  'itemName',
  'variation',
  'cdShippingProvider',
  'shippingProvider',
  'shipmentTypeName',
  'shippingProviderType',
  'cdTrackingCode',
  'trackingCode',
  'trackingUrl',
  'promisedShippingTime',
  'premium',
  'status',
  'buyerFailedDeliveryReturnInitiator',
  'buyerFailedDeliveryReason',
  'buyerFailedDeliveryDetail',
  'buyerFailedDeliveryUserName',
  'bundleId',
  'bundleDiscount',
  'refundAmount',
  'sellerNote',
] as const;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Formats a time as `11 Nov 2026 20:15`. */
function time(epochSeconds: number | undefined): string {
  if (epochSeconds === undefined) return '';
  const text = localDateTime(epochSeconds);
  const month = months[Number(text.slice(5, 7)) - 1] ?? '';
  return `${text.slice(8, 10)} ${month} ${text.slice(0, 4)} ${text.slice(11, 16)}`;
}

export const lazadaExportFormat: ExportFormat = {
  sheet: 'sheet1',
  fileName: (from, to) => `lazada_orders_${from}-${to}`,
  head: [columns],
  idOf: (order) => String(order.number),
  inventedId: (order) => String(order.number + 1),
  rows({ order, id, createdAt }) {
    return order.units.map((unit, position) => {
      const stage = currentStage(unit);
      const { buyer, cod } = order;
      return buildRow(columns, {
        orderItemId: `${id}${position + 1}`,
        orderType: 'Normal',
        deliveryType: 'Standard',
        lazadaId: String(unit.sku.itemNumber),
        sellerSku: unit.sku.sellerSku,
        lazadaSku: `${unit.sku.itemNumber}_VNAMZ-${unit.sku.number}`,
        wareHouse: 'dropshipping',
        createTime: time(createdAt),
        updateTime: time(unit.life.at(-1)?.at),
        orderNumber: id,
        invoiceRequired: 'No',
        deliveredDate: time(unit.life.find((step) => step.stage === 'delivered')?.at),
        customerName: buyer.name,
        shippingName: buyer.name,
        shippingAddress: `${buyer.ward}, ${buyer.district}`,
        shippingAddress3: buyer.province,
        shippingAddress4: buyer.district,
        shippingAddress5: buyer.ward,
        shippingPhone: `84900${buyer.number % 1_000_000}`,
        shippingCity: buyer.district,
        shippingCountry: 'Vietnam',
        payMethod: cod ? 'COD' : order.paymentMethod,
        paidPrice: numberCell(
          formatMoney(unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4),
        ),
        unitPrice: numberCell(formatMoney(unit.priceE4)),
        sellerDiscountTotal: numberCell(formatMoney(-unit.voucherSellerE4)),
        shippingFee: numberCell(formatMoney(unit.shippingE4)),
        walletCredit: numberCell(formatMoney(0n)),
        itemName: unit.name,
        variation: unit.sku.label,
        shippingProvider: 'LEX VN',
        status: statusOf(stage),
        buyerFailedDeliveryReason: ['cancelled', 'returned', 'delivery_failed'].includes(stage)
          ? order.cancelReason
          : '',
      });
    });
  },
};
