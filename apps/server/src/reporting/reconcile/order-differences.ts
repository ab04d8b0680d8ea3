import type { DifferenceReason } from '@seller-connect/contract';
import type { ComparisonInput, Difference } from './comparison.ts';
import type { FileLayout } from './export-file/layouts.ts';
import type { findOmittedStatuses } from './omitted-statuses.ts';
import type { FileOrder } from './export-file/file-orders.ts';
import {
  statusGroups,
  groupOfStage,
  groupsOfStatus,
  measureOrder,
  measures,
  orderQuantityE4,
  lineStatus,
  type StatusGroup,
  type ReportOrder,
} from './report-order.ts';

type IsOmitted = ReturnType<typeof findOmittedStatuses>;

/** How the file and the report differ about an order that both have. */
export function findDifferences(
  order: FileOrder,
  ours: ReportOrder,
  input: ComparisonInput,
  isLeftOut: IsOmitted,
): Difference[] {
  const amount = firstAmount(order, input.form);
  const about = { orderId: order.orderId, otherShop: null, file: order, ours };
  if (!ours.committedAt) {
    const reason = groupOfStage(ours.stage) === 'ended' ? 'never_paid' : 'not_paid';
    const effectE4 = amount * BigInt(order.copies);
    return [{ ...about, kind: 'not_counted', reason, fileE4: amount, oursE4: 0n, effectE4 }];
  }
  const found = contentDifferences(order, ours, input);
  const [main] = found;
  const differences =
    main && matchesWithoutOmittedLines(order, ours, input, isLeftOut)
      ? [{ ...main, reason: 'status_left_out' as const }]
      : found;
  if (order.copies > 1) {
    differences.push({
      ...about,
      kind: 'doubled',
      reason: 'rows_repeated',
      fileE4: amount * BigInt(order.copies),
      oursE4: amount,
      effectE4: amount * BigInt(order.copies - 1),
    });
  }
  if (input.dayOf(order.placedAt) !== ours.createdDay) {
    const minutes = Math.round((order.placedAt.getTime() - ours.createdAt.getTime()) / 60_000);
    // The file's times may lack their seconds; zones are whole quarters of an hour apart, 14 hours at most.
    const minutesOffQuarter = Math.min(Math.abs(minutes) % 15, 15 - (Math.abs(minutes) % 15));
    const isZone =
      Math.abs(minutes) > 2 && minutesOffQuarter <= 1 && Math.abs(minutes) <= 14 * 60 + 1;
    const reason = isZone ? 'time_zone' : 'day_differs';
    differences.push({ ...about, kind: 'day', reason, fileE4: null, oursE4: null, effectE4: 0n });
  }
  return differences;
}

/** Amount, quantity and status, the weightiest first. */
function contentDifferences(
  order: FileOrder,
  ours: ReportOrder,
  input: ComparisonInput,
): Difference[] {
  const { form } = input;
  const changed = changeReason(ours, input);
  const found: Difference[] = [];
  const about = { orderId: order.orderId, otherShop: null, file: order, ours };
  const none = { fileE4: null, oursE4: null, effectE4: 0n };
  const other = firstAmountDifference(order, ours, form);
  if (other) {
    const { fileE4, oursE4, isKnown } = other;
    found.push({
      ...about,
      kind: 'amount',
      reason: isKnown ? 'counted_otherwise' : (changed ?? 'amount_differs'),
      fileE4,
      oursE4,
      effectE4: fileE4 - oursE4,
    });
  }
  if (order.quantityE4 !== null && order.quantityE4 !== orderQuantityE4(ours)) {
    found.push({ ...about, ...none, kind: 'quantity', reason: changed ?? 'quantity_differs' });
  }
  if (!hasSameStatus(order, ours, form)) {
    found.push({ ...about, ...none, kind: 'status', reason: changed ?? 'status_differs' });
  }
  return found;
}

/** Whether the file has the order without its lines in standings that were left out, and the rest is the same. */
function matchesWithoutOmittedLines(
  order: FileOrder,
  ours: ReportOrder,
  input: ComparisonInput,
  isLeftOut: IsOmitted,
): boolean {
  if (!input.form.statusPerRow) return false;
  const lines = ours.lines.filter((line) => !isLeftOut(lineStatus(line, input.form)));
  if (lines.length === ours.lines.length) return false;
  return contentDifferences(order, { ...ours, lines }, input).length === 0;
}

/** The first amount that differs, and whether the file's is known here under another name. */
function firstAmountDifference(order: FileOrder, ours: ReportOrder, form: FileLayout) {
  for (const { name, measure } of form.variants) {
    const fileE4 = order.amounts.get(name);
    const oursE4 = measureOrder(ours, measure);
    if (fileE4 === undefined || fileE4 === oursE4) continue;
    return {
      fileE4,
      oursE4,
      isKnown: measures.some((each) => measureOrder(ours, each) === fileE4),
    };
  }
  return null;
}

/** An order that changed so shortly before the export may change again. */
const recentChangeMs = 6 * 3_600_000;

const closedStages: ReadonlySet<string> = new Set([
  'delivered',
  'completed',
  'cancelled',
  'failed_delivery',
]);

/** Why our order may be of another time than the file; null where that explains nothing. */
function changeReason(ours: ReportOrder, input: ComparisonInput): DifferenceReason | null {
  const { exportedAt, asOf, readAgain } = input;
  if (!exportedAt) return null;
  if (ours.changedAt > exportedAt) return 'changed_since';
  if (readAgain.has(ours.orderId) || (asOf !== null && asOf >= exportedAt)) return null;
  const canStillChange =
    !closedStages.has(ours.stage) ||
    exportedAt.getTime() - ours.changedAt.getTime() < recentChangeMs;
  return canStillChange ? 'not_read_yet' : null;
}

/** Whether both sides tell the status of an order in words that are known. */
export function canCompareStatus(order: FileOrder, ours: ReportOrder, form: FileLayout): boolean {
  return (
    order.standings.length > 0 &&
    !stagesToCompare(ours, form).some((stage) => groupOfStage(stage) === null)
  );
}

function stagesToCompare(ours: ReportOrder, form: FileLayout): string[] {
  return form.statusPerRow ? ours.lines.map(({ stage }) => stage) : [ours.stage];
}

function hasSameStatus(order: FileOrder, ours: ReportOrder, form: FileLayout): boolean {
  if (!canCompareStatus(order, ours, form)) return true;
  const inFile = order.standings.map((each) => new Set(each.flatMap(groupsOfStatus)));
  if (form.rowPerPiece && order.quantityE4 === orderQuantityE4(ours))
    return hasSamePieceStatuses(inFile, ours);
  const reportGroups = new Set(stagesToCompare(ours, form).map(groupOfStage));
  return (
    inFile.every((each) => each.intersection(reportGroups).size > 0) &&
    [...reportGroups].every((group) => inFile.some((each) => group !== null && each.has(group)))
  );
}

/** Whether as many pieces of the file can stand in each group as stand there in the report. */
function hasSamePieceStatuses(
  inFile: readonly ReadonlySet<StatusGroup>[],
  ours: ReportOrder,
): boolean {
  return statusGroups.every((group) => {
    const can = inFile.filter((each) => each.has(group));
    const must = can.filter((each) => each.size === 1);
    const pieceCount = ours.lines
      .filter(({ stage }) => groupOfStage(stage) === group)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return must.length <= pieceCount && pieceCount <= can.length;
  });
}

/** The order's amount by the first variant that the file tells. */
export function firstAmount(order: FileOrder, form: FileLayout): bigint {
  const [variant] = form.variants.filter(({ name }) => order.amounts.has(name));
  return variant ? (order.amounts.get(variant.name) ?? 0n) : 0n;
}
