import { visitInSlices } from '../../platform/process/event-loop.ts';
import type { FileLayout, LineStatus } from './export-file/layouts.ts';
import { orderQuantityE4, orderStatuses, type ReportOrder } from './report-order.ts';
import type { FileOrder, UnreadableRow } from './export-file/file-orders.ts';

/** A smaller file does not show which statuses it omits. */
const minOrders = 5;

/** Returns whether a status was excluded from the export. */
export type IsOmitted = (status: LineStatus | null) => boolean;

/**
 * Detects the statuses that were excluded from the export: no status in the file can mean them, and no order in both
 * file and report has them.
 * @throws the reason of `signal` once it is aborted
 */
export async function findOmittedStatuses(
  form: FileLayout,
  file: readonly FileOrder[],
  ours: ReadonlyMap<string, ReportOrder>,
  signal?: AbortSignal,
): Promise<IsOmitted> {
  const known = new Set<LineStatus | null>();
  let withStatus = 0;
  await visitInSlices(
    file,
    ({ orderId, quantityE4, standings }) => {
      if (standings.length > 0) withStatus += 1;
      for (const status of standings.flat()) known.add(status);
      const order = ours.get(orderId);
      // If lines have their own statuses, some lines of an order may be omitted.
      const isWhole = order && (!form.statusPerRow || quantityE4 === orderQuantityE4(order));
      if (isWhole) for (const status of orderStatuses(order, form)) known.add(status);
    },
    signal,
  );
  return (status) => withStatus >= minOrders && status !== null && !known.has(status);
}

/** Returns which orders missing in the file may be in its unreadable rows. */
export function matchUnreadableRows(
  rows: readonly UnreadableRow[],
  missing: readonly ReportOrder[],
): (order: ReportOrder) => boolean {
  // Files contain minutes; not all of them contain seconds.
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
