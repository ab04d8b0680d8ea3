/**
 * Shopee Vietnam's order export: one row per variant, Vietnamese column names, fields of the whole order repeated on
 * each of its rows. Two column names differ only in the case of one word.
 */
import { localDateTime } from '../local-time.ts';
import { formatAmount, sumE4 } from '../money.ts';
import { orderSerial } from '../shopee/orders/order-serials.ts';
import { orderStage, orderStatus } from '../shopee/orders/statuses.ts';
import { numberCell, buildRow, currentStage } from './export-format.ts';
import type { ExportFormat } from './export-format.ts';
import { stageReachedAt, groupBySku } from '../world/orders/order.ts';

const columns = [
  'Mã đơn hàng',
  'Mã Kiện Hàng',
  'Ngày đặt hàng',
  'Trạng Thái Đơn Hàng',
  'Sản Phẩm Bán Chạy',
  'Lý do hủy',
  'Nhận xét từ Người mua',
  'Mã vận đơn',
  'Đơn Vị Vận Chuyển',
  'Phương thức giao hàng',
  'Loại đơn hàng',
  'Ngày giao hàng dự kiến',
  'Ngày gửi hàng',
  'Thời gian giao hàng',
  'Trạng thái Trả hàng/Hoàn tiền',
  'SKU sản phẩm',
  'Tên sản phẩm',
  'Cân nặng sản phẩm',
  'Tổng cân nặng',
  'SKU phân loại hàng',
  'Tên phân loại hàng',
  'Giá gốc',
  'Người bán trợ giá',
  'Được Shopee trợ giá',
  'Tổng số tiền được người bán trợ giá',
  'Giá ưu đãi',
  'Số lượng',
  'Số lượng sản phẩm được hoàn trả',
  'Tổng số tiền Người mua thanh toán',
  'Tổng giá trị đơn hàng (VND)',
  'Mã giảm giá của Shop',
  'Hoàn Xu',
  'Mã giảm giá của Shopee',
  'Chỉ tiêu Combo Khuyến Mãi',
  'Giảm giá từ combo Shopee',
  'Giảm giá từ Combo của Shop',
  'Shopee Xu được hoàn',
  'Số tiền được giảm khi thanh toán bằng thẻ Ghi nợ',
  'Phí vận chuyển (dự kiến)',
  'Phí vận chuyển mà người mua trả',
  'Phí vận chuyển tài trợ bởi Shopee (dự kiến)',
  'Phí vận chuyển trả hàng (đơn Trả hàng/hoàn tiền)',
  'Tổng số tiền người mua thanh toán',
  'Thời gian hoàn thành đơn hàng',
  'Thời gian đơn hàng được thanh toán',
  'Phương thức thanh toán',
  'Người Mua',
  'Tên Người nhận',
  'Số điện thoại',
  'Tỉnh/Thành phố',
  'TP / Quận / Huyện',
  'Quận',
  'Địa chỉ nhận hàng',
  'Quốc gia',
  'Ghi chú',
] as const;

const statusLabels: Readonly<Record<string, string>> = {
  UNPAID: 'Chờ thanh toán',
  READY_TO_SHIP: 'Chờ giao hàng',
  PROCESSED: 'Chờ giao hàng',
  SHIPPED: 'Đang giao',
  TO_CONFIRM_RECEIVE: 'Đã giao',
  COMPLETED: 'Hoàn thành',
  CANCELLED: 'Đã hủy',
};

/** Formats a time to the minute, like the seller center. */
function time(epochSeconds: number | null | undefined): string {
  return epochSeconds === null || epochSeconds === undefined
    ? ''
    : localDateTime(epochSeconds).slice(0, 16);
}

function cancelled(order: Parameters<typeof orderStage>[0]): string {
  if (orderStatus(order) !== 'CANCELLED') return '';
  return orderStage(order) === 'cancelled' ? order.cancelReason : 'Giao hàng thất bại';
}

export const shopeeExportFormat: ExportFormat = {
  sheet: 'orders',
  fileName: (from, to) => `Order.all.${from}_${to}`,
  head: [columns],
  idOf: (order) => orderSerial(order.number, order.createdAt),
  inventedId: (order) => orderSerial(order.number + 1, order.createdAt),
  rows({ order, id, createdAt }) {
    const money = (amountE4: bigint) => numberCell(formatAmount(amountE4));
    const price = sumE4(order.units, ({ priceE4 }) => priceE4);
    const byShop = sumE4(order.units, (unit) => unit.voucherSellerE4);
    const byShopee = sumE4(order.units, (unit) => unit.voucherPlatformE4);
    const ofOrder = {
      'Mã đơn hàng': id,
      'Mã Kiện Hàng': `OFG${order.number}`,
      'Ngày đặt hàng': time(createdAt),
      'Trạng Thái Đơn Hàng': statusLabels[orderStatus(order)] ?? '',
      'Lý do hủy': cancelled(order),
      'Mã vận đơn': stageReachedAt(order, 'packed') === undefined ? '' : `SPXVN0${order.number}`,
      'Đơn Vị Vận Chuyển': 'SPX Express',
      'Phương thức giao hàng': 'Nhanh',
      'Ngày gửi hàng': time(stageReachedAt(order, 'shipped')),
      'Thời gian giao hàng': time(stageReachedAt(order, 'delivered')),
      'Tổng giá trị đơn hàng (VND)': money(price),
      'Mã giảm giá của Shop': money(byShop),
      'Mã giảm giá của Shopee': money(byShopee),
      'Phí vận chuyển (dự kiến)': money(order.shippingOriginalE4),
      'Phí vận chuyển mà người mua trả': money(order.shippingPaidE4),
      'Phí vận chuyển tài trợ bởi Shopee (dự kiến)': money(order.shippingDiscountPlatformE4),
      'Tổng số tiền người mua thanh toán': money(price - byShop - byShopee + order.shippingPaidE4),
      'Thời gian hoàn thành đơn hàng': time(stageReachedAt(order, 'confirmed')),
      'Thời gian đơn hàng được thanh toán': time(
        order.cod ? stageReachedAt(order, 'delivered') : order.paidAt,
      ),
      'Phương thức thanh toán': order.cod ? 'Thanh toán khi nhận hàng' : order.paymentMethod,
      'Người Mua': `buyer${order.buyer.number}`,
      'Tên Người nhận': order.buyer.name,
      'Số điện thoại': `84900${order.buyer.number % 1_000_000}`,
      'Tỉnh/Thành phố': order.buyer.province,
      'TP / Quận / Huyện': order.buyer.district,
      Quận: order.buyer.ward,
      'Địa chỉ nhận hàng': `${order.buyer.ward}, ${order.buyer.district}, ${order.buyer.province}`,
      'Quốc gia': 'VN',
    };
    return groupBySku(order).map((units) => {
      const [unit] = units;
      const list = unit.sku.listPriceE4 > unit.priceE4 ? unit.sku.listPriceE4 : unit.priceE4;
      const pieces = BigInt(units.length);
      const back = units.filter((each) => currentStage(each) === 'returned').length;
      return buildRow(columns, {
        ...ofOrder,
        'SKU sản phẩm': unit.sku.sellerSku,
        'Tên sản phẩm': unit.name,
        'SKU phân loại hàng': unit.sku.sellerSku,
        'Tên phân loại hàng': unit.sku.label,
        'Giá gốc': money(list),
        'Người bán trợ giá': money(list - unit.priceE4),
        'Được Shopee trợ giá': money(0n),
        'Tổng số tiền được người bán trợ giá': money((list - unit.priceE4) * pieces),
        'Giá ưu đãi': money(unit.priceE4),
        'Số lượng': numberCell(String(units.length)),
        'Số lượng sản phẩm được hoàn trả': numberCell(String(back)),
        'Tổng số tiền Người mua thanh toán': money(unit.priceE4 * pieces),
      });
    });
  },
};
