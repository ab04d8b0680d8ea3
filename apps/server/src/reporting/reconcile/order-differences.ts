import type { DifferenceReason } from '@seller-connect/contract';
import type { ComparisonInput, Difference } from './comparison.ts';
import type { FileLayout } from './export-file/layouts.ts';
import type { IsOmitted } from './omitted-statuses.ts';
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

/** Returns the differences of an order that is in both the file and the report. */
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
    // Times in the file may lack seconds. UTC offsets are multiples of 15 minutes, at most 14 hours.
    const minutesOffQuarter = Math.min(Math.abs(minutes) % 15, 15 - (Math.abs(minutes) % 15));
    const isZone =
      Math.abs(minutes) > 2 && minutesOffQuarter <= 1 && Math.abs(minutes) <= 14 * 60 + 1;
    const reason = isZone ? 'time_zone' : 'day_differs';
    differences.push({ ...about, kind: 'day', reason, fileE4: null, oursE4: null, effectE4: 0n });
  }
  return differences;
}

/** Returns differences of amount, quantity and status, the most important first. */
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

/** Returns whether the file has the order without its lines in omitted statuses, and the rest is equal. */
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

/** Returns the first amount that differs, and whether the file's amount equals another measure of the order. */
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

/** An order that changed within this time before the export may change again. */
const recentChangeMs = 6 * 3_600_000;

const closedStages: ReadonlySet<string> = new Set([
  'delivered',
  'completed',
  'cancelled',
  'failed_delivery',
]);

/** Returns why our state of the order may be from another time than the file, or null if time explains nothing. */
function changeReason(ours: ReportOrder, input: ComparisonInput): DifferenceReason | null {
  const { exportedAt, asOf, refetched } = input;
  if (!exportedAt) return null;
  if (ours.changedAt > exportedAt) return 'changed_since';
  if (refetched.has(ours.orderId) || (asOf !== null && asOf >= exportedAt)) return null;
  const canStillChange =
    !closedStages.has(ours.stage) ||
    exportedAt.getTime() - ours.changedAt.getTime() < recentChangeMs;
  return canStillChange ? 'not_read_yet' : null;
}

/** Returns whether both sides have a known status of the order. */
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

/** Returns whether the file's units can be assigned to the status groups so that each has as many as in the report. */
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

/** Returns the order's amount by the first variant that the file has. */
export function firstAmount(order: FileOrder, form: FileLayout): bigint {
  const [variant] = form.variants.filter(({ name }) => order.amounts.has(name));
  return variant ? (order.amounts.get(variant.name) ?? 0n) : 0n;
}
