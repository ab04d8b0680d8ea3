import type { Platform } from '@seller-connect/contract';
import { localDays } from '../../../platform/calendar.ts';
import { compareFile, type ComparisonResult } from '../compare.ts';
import type { ComparisonInput } from '../comparison.ts';
import { measureOrder, type ReportLine, type ReportOrder } from '../report-order.ts';
import { parseExportFile } from '../export-file/parse-file.ts';

export const timeZone = 'Asia/Ho_Chi_Minh';
export type Marketplace = Exclude<Platform, 'FACEBOOK'>;
export const marketplaces: readonly Marketplace[] = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'];

/** A row of an export file, by heading. */
export type FileRow = Readonly<Record<string, string>>;

const wholeUnits = (amountE4: bigint) => String(amountE4 / 10_000n);
const clock = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString();

const lineStatusTexts: Readonly<Record<string, string>> = {
  to_ship: 'pending',
  shipping: 'shipped',
  delivered: 'delivered',
  completed: 'confirmed',
  cancelled: 'canceled',
  failed_delivery: 'failed',
};
const orderStatusTexts: Readonly<Record<Marketplace, Readonly<Record<string, string>>>> = {
  LAZADA: {},
  SHOPEE: {
    to_ship: 'Chờ lấy hàng',
    shipping: 'Đang giao',
    delivered: 'Đã giao',
    completed: 'Hoàn thành',
    cancelled: 'Đã hủy',
    failed_delivery: 'Đã hủy',
  },
  TIKI: {
    to_ship: 'Chờ xác nhận',
    shipping: 'Đang vận chuyển',
    delivered: 'Giao hàng thành công',
    completed: 'Hoàn tất',
    cancelled: 'Đã hủy',
    failed_delivery: 'Hoàn trả',
  },
  TIKTOK: {
    to_ship: 'Awaiting shipment',
    shipping: 'In transit',
    delivered: 'Delivered',
    completed: 'Completed',
    cancelled: 'Canceled',
    failed_delivery: 'Canceled',
  },
};

/** Returns the rows of an order as its marketplace exports them. */
export function exportRows(order: ReportOrder, platform: Marketplace): FileRow[] {
  const { orderId, lines, createdAt } = order;
  const at = clock(createdAt);
  const time = `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)} ${at.slice(11, 19)}`;
  const status = orderStatusTexts[platform][order.stage] ?? '';
  switch (platform) {
    case 'LAZADA':
      return lines.flatMap((line, index) =>
        Array.from({ length: line.quantity }, (_, piece) => ({
          orderItemId: `${orderId}-${index}-${piece}`,
          orderNumber: orderId,
          createTime: at.slice(0, 16).replace('T', ' '),
          unitPrice: wholeUnits(line.priceE4 / BigInt(line.quantity)),
          sellerDiscountTotal: wholeUnits(-line.sellerVoucherE4 / BigInt(line.quantity)),
          status: line.isReturned ? 'returned' : (lineStatusTexts[line.stage] ?? ''),
        })),
      );
    case 'SHOPEE':
      return lines.map((line, index) => ({
        'Mã đơn hàng': orderId,
        'SKU phân loại hàng': String(index),
        'Ngày đặt hàng': at.slice(0, 16).replace('T', ' '),
        'Trạng Thái Đơn Hàng': status,
        'Giá ưu đãi': wholeUnits(line.priceE4 / BigInt(line.quantity)),
        'Số lượng': String(line.quantity),
        'Mã giảm giá của Shop': wholeUnits(
          lines.reduce((sum, { sellerVoucherE4 }) => sum + sellerVoucherE4, 0n),
        ),
        'Tổng số tiền người mua thanh toán': wholeUnits(measureOrder(order, 'buyer_total')),
      }));
    case 'TIKI':
      return lines.map((line, index) => ({
        'Mã đơn hàng': orderId,
        'Mã SKU': String(index),
        'Ngày đặt hàng': time,
        'Trạng thái đơn hàng': status,
        'Số lượng': String(line.quantity),
        'Thành tiền': wholeUnits(line.priceE4),
      }));
    case 'TIKTOK':
      return lines.map((line, index) => ({
        'Order ID': `${orderId}\t`,
        'SKU ID': String(index),
        'Order Status': status,
        Quantity: String(line.quantity),
        'SKU Subtotal After Discount': wholeUnits(
          line.priceE4 - line.sellerVoucherE4 - line.platformVoucherE4,
        ),
        'Order Amount': wholeUnits(measureOrder(order, 'buyer_total')),
        'Created Time': `${time}\t`,
      }));
  }
}

/** Returns a CSV file with the headings of the first row. */
export function toCsv(rows: readonly FileRow[]): Buffer {
  const heads = Object.keys(rows[0] ?? {});
  const lines = [heads, ...rows.map((row) => heads.map((head) => row[head] ?? ''))];
  return Buffer.from(
    lines
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      .join('\r\n'),
  );
}

export const sampleLine = (overrides: Partial<ReportLine> = {}): ReportLine => ({
  stage: 'completed',
  isReturned: false,
  quantity: 1,
  priceE4: 1_000_000_000n,
  sellerVoucherE4: 0n,
  platformVoucherE4: 0n,
  ...overrides,
});

const dayOf = localDays(timeZone);

/** Returns an order of the report, by default completed long ago, with the stage of its first line. */
export function sampleOrder(orderId: string, overrides: Partial<ReportOrder> = {}): ReportOrder {
  const createdAt = overrides.createdAt ?? new Date('2026-11-02T05:00:00Z');
  const lines = overrides.lines ?? [sampleLine()];
  return {
    orderId,
    createdAt,
    createdDay: dayOf(createdAt),
    committedAt: createdAt,
    changedAt: new Date(createdAt.getTime() + 3_600_000),
    stage: lines[0]?.stage ?? 'unknown',
    lines,
    shippingE4: 0n,
    ...overrides,
  };
}

/** Compares the orders of a parsed file with the report's. By default all of them are synced. */
export function compareOrders(
  file: Pick<ComparisonInput, 'form' | 'file' | 'unreadable'>,
  ours: readonly ReportOrder[],
  overrides: Partial<ComparisonInput> = {},
  signal?: AbortSignal,
): Promise<ComparisonResult> {
  const placed = file.file.map(({ placedAt }) => dayOf(placedAt));
  const days = [...placed, ...ours.map(({ createdDay }) => createdDay)].toSorted();
  return compareFile(
    {
      ...file,
      ours: new Map(ours.map((order) => [order.orderId, order])),
      elsewhere: new Map(),
      from: days[0] ?? '',
      to: days.at(-1) ?? '',
      dayOf,
      exportedAt: new Date('2026-11-20T05:00:00Z'),
      asOf: new Date('2026-11-20T06:00:00Z'),
      open: [],
      refetched: new Set(),
      absent: new Set(),
      ...overrides,
    },
    signal,
  );
}

/** Parses a file and compares it with orders. */
export async function compareSample(
  file: Buffer,
  ours: readonly ReportOrder[],
  overrides: Partial<ComparisonInput> = {},
): Promise<ComparisonResult> {
  const { form, orders, unreadable } = await parseExportFile(file, timeZone);
  return compareOrders({ form, file: orders, unreadable }, ours, overrides);
}
