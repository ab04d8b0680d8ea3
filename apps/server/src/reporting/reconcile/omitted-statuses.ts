import type { FileLayout, LineStatus } from './export-file/layouts.ts';
import { orderQuantityE4, orderStatuses, type ReportOrder } from './report-order.ts';
import type { FileOrder, UnreadableRow } from './export-file/file-orders.ts';

/** A file of fewer orders says nothing of what it leaves out. */
const minOrders = 5;

/**
 * Which standings the file was exported without: none of its statuses can mean them, and none of the orders that both
 * have stands there.
 */
export function findOmittedStatuses(
  form: FileLayout,
  file: readonly FileOrder[],
  ours: ReadonlyMap<string, ReportOrder>,
): (status: LineStatus | null) => boolean {
  const withStatus = file.filter(({ standings }) => standings.length > 0);
  if (withStatus.length < minOrders) return () => false;
  const known = new Set<LineStatus | null>(withStatus.flatMap(({ standings }) => standings.flat()));
  for (const { orderId, quantityE4 } of file) {
    const order = ours.get(orderId);
    // Where lines have statuses of their own, some of them may be left out.
    const isWhole = order && (!form.statusPerRow || quantityE4 === orderQuantityE4(order));
    if (isWhole) for (const status of orderStatuses(order, form)) known.add(status);
  }
  return (status) => status !== null && !known.has(status);
}

/** Which orders that the file lacks may be in its rows that cannot be read. */
export function matchUnreadableRows(
  rows: readonly UnreadableRow[],
  missing: readonly ReportOrder[],
): (order: ReportOrder) => boolean {
  // Files tell minutes, and not all of them seconds.
  const minuteOf = (time: Date) => Math.floor(time.getTime() / 60_000);
  const ids = new Set(rows.map(({ orderId }) => orderId));
  const unnumbered = rows.filter(({ orderId }) => orderId === null);
  const minutes = new Set(
    unnumbered.flatMap(({ placedAt }) => (placedAt ? minuteOf(placedAt) : [])),
  );
  const isPlaced = ({ orderId, createdAt }: ReportOrder) =>
    ids.has(orderId) || minutes.has(minuteOf(createdAt));
  const unplaced = unnumbered.filter(({ placedAt }) => placedAt === null).length;
  const couldBeAny = missing.filter((order) => !isPlaced(order)).length <= unplaced;
  return (order) => isPlaced(order) || couldBeAny;
}
