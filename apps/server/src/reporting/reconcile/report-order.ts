import type { FileLayout, Measure, LineStatus } from './export-file/layouts.ts';
import { sumBy } from '../../platform/money.ts';

/** Aggregated lines of an order with the same status; amounts in ten-thousandths. */
export interface ReportLine {
  readonly stage: string;
  /** The goods were returned after delivery, or refunded. */
  readonly isReturned: boolean;
  readonly quantity: number;
  readonly priceE4: bigint;
  readonly sellerVoucherE4: bigint;
  readonly platformVoucherE4: bigint;
}

/** An order as in the report. */
export interface ReportOrder {
  readonly orderId: string;
  readonly createdAt: Date;
  readonly createdDay: string;
  readonly committedAt: Date | null;
  /** When the order last changed, according to the marketplace. */
  readonly changedAt: Date;
  readonly stage: string;
  readonly lines: readonly ReportLine[];
  readonly shippingE4: bigint;
}

export const measures: readonly Measure[] = ['price', 'net', 'paid_goods', 'buyer_total'];

export function measureOrder({ lines, shippingE4 }: ReportOrder, measure: Measure): bigint {
  const sum = (part: (line: ReportLine) => bigint) => sumBy(lines, part);
  const price = sum(({ priceE4 }) => priceE4);
  if (measure === 'price') return price;
  const net = price - sum(({ sellerVoucherE4 }) => sellerVoucherE4);
  if (measure === 'net') return net;
  const paid = net - sum(({ platformVoucherE4 }) => platformVoucherE4);
  return measure === 'paid_goods' ? paid : paid + shippingE4;
}

/** Returns the units in ten-thousandths, like quantities of files. */
export function orderQuantityE4({ lines }: ReportOrder): bigint {
  return BigInt(lines.reduce((sum, { quantity }) => sum + quantity, 0)) * 10_000n;
}

/** Groups of statuses that files and reports do not distinguish in the same way. */
export type StatusGroup = 'unpaid' | 'to_ship' | 'shipping' | 'delivered' | 'ended';

export const statusGroups: readonly StatusGroup[] = [
  'unpaid',
  'to_ship',
  'shipping',
  'delivered',
  'ended',
];

const groupsByStatus: Readonly<Record<LineStatus, readonly StatusGroup[]>> = {
  unpaid: ['unpaid'],
  to_ship: ['to_ship'],
  shipping: ['shipping'],
  delivered: ['delivered'],
  completed: ['delivered'],
  cancelled: ['ended'],
  failed: ['ended'],
  returned: ['delivered', 'ended'],
};

const statusByStage: Readonly<Record<string, Exclude<LineStatus, 'returned'>>> = {
  unpaid: 'unpaid',
  to_ship: 'to_ship',
  shipping: 'shipping',
  delivered: 'delivered',
  completed: 'completed',
  cancelled: 'cancelled',
  failed_delivery: 'failed',
};

/** Returns null for an unknown stage. */
export function groupOfStage(stage: string): StatusGroup | null {
  const status = statusByStage[stage];
  return (status && groupsByStatus[status][0]) ?? null;
}

export function groupsOfStatus(status: LineStatus): readonly StatusGroup[] {
  return groupsByStatus[status];
}

/** Returns the status of a line, as precisely as the layout distinguishes it; null for an unknown stage. */
export function lineStatus(
  { stage, isReturned }: Pick<ReportLine, 'stage' | 'isReturned'>,
  form: FileLayout,
): LineStatus | null {
  const hasReturnedStatus = Object.values(form.statuses).some((each) => each.includes('returned'));
  return isReturned && hasReturnedStatus ? 'returned' : (statusByStage[stage] ?? null);
}

/** Returns the statuses of an order: of each line, or of the whole order if the layout has one status per order. */
export function orderStatuses(order: ReportOrder, form: FileLayout): (LineStatus | null)[] {
  if (form.statusPerRow) return order.lines.map((line) => lineStatus(line, form));
  const isReturned = order.lines.some((line) => line.isReturned);
  return [lineStatus({ stage: order.stage, isReturned }, form)];
}
