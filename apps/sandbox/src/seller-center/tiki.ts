/**
 * Tiki's order export: one row per product. Tiki publishes no list of its columns; these are the words of its
 * seller centre, and what reads the file has to bear others.
 */
import { localDateTime } from '../local-time.ts';
import { amountText } from '../money.ts';
import { codeOf } from '../tiki/orders/order-codes.ts';
import { historyOf } from '../tiki/orders/statuses.ts';
import { bySku, number, reached, rowOf, sum } from './export-format.ts';
import type { ExportForm } from './export-format.ts';

const COLUMNS = [
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

const WORDS: Readonly<Record<string, string>> = {
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

/** `11/11/2026 20:15:09`. */
function time(epochSeconds: number | undefined): string {
  if (epochSeconds === undefined) return '';
  const text = localDateTime(epochSeconds);
  return `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)} ${text.slice(11)}`;
}

export const tikiForm: ExportForm = {
  sheet: 'Đơn hàng',
  fileName: (from, to) => `tiki-don-hang-${from}-${to}`,
  head: [COLUMNS],
  idOf: (order) => codeOf(order.number),
  // No shop of the world has so many orders on a day.
  inventedId: (order) => codeOf(order.number).replace(/\d(\d{3})$/, '9$1'),
  rows({ order, id, createdAt }) {
    const money = (amountE4: bigint) => number(amountText(amountE4));
    const status = historyOf(order).at(-1)?.status ?? '';
    const paid = sum(
      order.units,
      (unit) => unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4,
    );
    return bySku(order).map((units) => {
      const [unit] = units;
      return rowOf(COLUMNS, {
        'Mã đơn hàng': id,
        'Ngày đặt hàng': time(createdAt),
        'Trạng thái đơn hàng': WORDS[status] ?? status,
        'Hình thức xử lý': 'Dropship',
        'Mã sản phẩm': String(unit.sku.number),
        'Mã SKU': unit.sku.sellerSku,
        'Tên sản phẩm': unit.name,
        'Số lượng': number(String(units.length)),
        'Giá bán': money(unit.priceE4),
        'Thành tiền': money(sum(units, ({ priceE4 }) => priceE4)),
        'Nhà bán giảm giá': money(sum(units, ({ voucherSellerE4 }) => voucherSellerE4)),
        'Tiki giảm giá': money(sum(units, ({ voucherPlatformE4 }) => voucherPlatformE4)),
        'Phí vận chuyển': money(order.shippingPaidE4),
        'Tổng tiền thanh toán': money(paid + order.shippingPaidE4),
        'Phương thức thanh toán': order.cod ? 'Tiền mặt' : order.paymentMethod,
        'Ngày giao hàng': time(reached(order, 'delivered')),
        'Lý do hủy': status === 'canceled' ? order.cancelReason : '',
        'Tên khách hàng': order.buyer.name,
        'Tỉnh/Thành phố': order.buyer.province,
      });
    });
  },
};
