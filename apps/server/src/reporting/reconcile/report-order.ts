import type { FileForm, Measure, Standing } from './export-file/layouts.ts';

/** Lines of an order that stand alike, as the report has them; amounts in ten-thousandths. */
export interface OurLine {
  readonly stage: string;
  /** The goods came back after delivery, or their price did. */
  readonly isReturned: boolean;
  readonly quantity: number;
  readonly priceE4: bigint;
  readonly sellerVoucherE4: bigint;
  readonly platformVoucherE4: bigint;
}

/** An order as the report has it. */
export interface OurOrder {
  readonly orderId: string;
  readonly createdAt: Date;
  readonly createdDay: string;
  readonly committedAt: Date | null;
  /** When the marketplace last changed it. */
  readonly changedAt: Date;
  readonly stage: string;
  readonly lines: readonly OurLine[];
  readonly shippingE4: bigint;
}

export const measures: readonly Measure[] = ['price', 'net', 'paid_goods', 'buyer_total'];

export function measureOf({ lines, shippingE4 }: OurOrder, measure: Measure): bigint {
  const sum = (part: (line: OurLine) => bigint) =>
    lines.reduce((total, line) => total + part(line), 0n);
  const price = sum(({ priceE4 }) => priceE4);
  if (measure === 'price') return price;
  const net = price - sum(({ sellerVoucherE4 }) => sellerVoucherE4);
  if (measure === 'net') return net;
  const paid = net - sum(({ platformVoucherE4 }) => platformVoucherE4);
  return measure === 'paid_goods' ? paid : paid + shippingE4;
}

/** Pieces in ten-thousandths, as files are read. */
export function quantityOf({ lines }: OurOrder): bigint {
  return BigInt(lines.reduce((sum, { quantity }) => sum + quantity, 0)) * 10_000n;
}

/** Standings that files and reports do not tell apart alike are one group. */
export type Group = 'unpaid' | 'to_ship' | 'shipping' | 'delivered' | 'ended';

export const allGroups: readonly Group[] = ['unpaid', 'to_ship', 'shipping', 'delivered', 'ended'];

const groups: Readonly<Record<Standing, readonly Group[]>> = {
  unpaid: ['unpaid'],
  to_ship: ['to_ship'],
  shipping: ['shipping'],
  delivered: ['delivered'],
  completed: ['delivered'],
  cancelled: ['ended'],
  failed: ['ended'],
  returned: ['delivered', 'ended'],
};

const standings: Readonly<Record<string, Exclude<Standing, 'returned'>>> = {
  unpaid: 'unpaid',
  to_ship: 'to_ship',
  shipping: 'shipping',
  delivered: 'delivered',
  completed: 'completed',
  cancelled: 'cancelled',
  failed_delivery: 'failed',
};

/** Null for a stage that nobody knows. */
export function groupOf(stage: string): Group | null {
  const standing = standings[stage];
  return (standing && groups[standing][0]) ?? null;
}

export function groupsOf(standing: Standing): readonly Group[] {
  return groups[standing];
}

/** Where a line stands, as finely as the form tells it; null for a stage that nobody knows. */
export function standingOf(
  { stage, isReturned }: Pick<OurLine, 'stage' | 'isReturned'>,
  form: FileForm,
): Standing | null {
  const tellsReturns = Object.values(form.statuses).some((each) => each.includes('returned'));
  return isReturned && tellsReturns ? 'returned' : (standings[stage] ?? null);
}

/** Where an order stands: each line by itself, or the order as a whole where the form tells it so. */
export function standingsOf(order: OurOrder, form: FileForm): (Standing | null)[] {
  if (form.statusPerRow) return order.lines.map((line) => standingOf(line, form));
  const isReturned = order.lines.some((line) => line.isReturned);
  return [standingOf({ stage: order.stage, isReturned }, form)];
}
