/**
 * Tiki's order export: one row per product. Tiki does not publish its columns. These use the terms of its seller
 * center; the parser must tolerate others.
 */
import { localDateTime } from '../local-time.ts';
import { formatAmount, sumE4 } from '../money.ts';
import { encodeOrderCode } from '../tiki/orders/order-codes.ts';
import { historyOf } from '../tiki/orders/statuses.ts';
import { numberCell, buildRow } from './export-format.ts';
import type { ExportFormat } from './export-format.ts';
import { stageReachedAt, groupBySku } from '../world/orders/order.ts';

const columns = [
  'Mã đơn hàng',
  'Ngày đặt hàng',
  'Trạng thái đơn hàng',
  'Hình thức xử lý',
  'Mã sản phẩm',
  'Mã SKU',
  'Tên sản phẩm',
  'Số lượng',
  'Giá bán',
  'Thành tiền',
  'Nhà bán giảm giá',
  'Tiki giảm giá',
  'Phí vận chuyển',
  'Tổng tiền thanh toán',
  'Phương thức thanh toán',
  'Ngày giao hàng',
  'Lý do hủy',
  'Tên khách hàng',
  'Tỉnh/Thành phố',
] as const;

const statusLabels: Readonly<Record<string, string>> = {
  waiting_payment: 'Chờ thanh toán',
  queueing: 'Chờ xác nhận',
  finished_packing: 'Đóng gói xong',
  ready_to_ship: 'Sẵn sàng giao',
  shipping: 'Đang vận chuyển',
  successful_delivery: 'Giao hàng thành công',
  complete: 'Hoàn tất',
  canceled: 'Đã hủy',
  returned: 'Hoàn trả',
};

/** Formats a time as `11/11/2026 20:15:09`. */
function time(epochSeconds: number | undefined): string {
  if (epochSeconds === undefined) return '';
  const text = localDateTime(epochSeconds);
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11)}`;
}

export const tikiExportFormat: ExportFormat = {
  sheet: 'Đơn hàng',
  fileName: (from, to) => `tiki-don-hang-${from}-${to}`,
  head: [columns],
  idOf: (order) => encodeOrderCode(order.number),
  // No shop of the world has that many orders on a day.
  inventedId: (order) => encodeOrderCode(order.number).replace(/\d(\d{3})$/, '9$1'),
  rows({ order, id, createdAt }) {
    const money = (amountE4: bigint) => numberCell(formatAmount(amountE4));
    const status = historyOf(order).at(-1)?.status ?? '';
    const paid = sumE4(
      order.units,
      (unit) => unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4,
    );
    return groupBySku(order).map((units) => {
      const [unit] = units;
      return buildRow(columns, {
        'Mã đơn hàng': id,
        'Ngày đặt hàng': time(createdAt),
        'Trạng thái đơn hàng': statusLabels[status] ?? status,
        'Hình thức xử lý': 'Dropship',
        'Mã sản phẩm': String(unit.sku.number),
        'Mã SKU': unit.sku.sellerSku,
        'Tên sản phẩm': unit.name,
        'Số lượng': numberCell(String(units.length)),
        'Giá bán': money(unit.priceE4),
        'Thành tiền': money(sumE4(units, ({ priceE4 }) => priceE4)),
        'Nhà bán giảm giá': money(sumE4(units, ({ voucherSellerE4 }) => voucherSellerE4)),
        'Tiki giảm giá': money(sumE4(units, ({ voucherPlatformE4 }) => voucherPlatformE4)),
        'Phí vận chuyển': money(order.shippingPaidE4),
        'Tổng tiền thanh toán': money(paid + order.shippingPaidE4),
        'Phương thức thanh toán': order.cod ? 'Tiền mặt' : order.paymentMethod,
        'Ngày giao hàng': time(stageReachedAt(order, 'delivered')),
        'Lý do hủy': status === 'canceled' ? order.cancelReason : '',
        'Tên khách hàng': order.buyer.name,
        'Tỉnh/Thành phố': order.buyer.province,
      });
    });
  },
};
