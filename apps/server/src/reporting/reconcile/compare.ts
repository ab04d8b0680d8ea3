import type {
  AmountVariant,
  DifferenceReason,
  ReconciliationVerdict,
} from '@seller-connect/contract';
import { visitInSlices } from '../../platform/process/event-loop.ts';
import type { ComparisonInput, Difference } from './comparison.ts';
import { countGroups, type DifferenceGroupTotals } from './difference-groups.ts';
import { matchUnreadableRows, findOmittedStatuses, type IsOmitted } from './omitted-statuses.ts';
import { canCompareStatus, findDifferences, firstAmount } from './order-differences.ts';
import type { Measure } from './export-file/layouts.ts';
import type { FileOrder } from './export-file/file-orders.ts';
import { measureOrder, orderStatuses, type ReportOrder } from './report-order.ts';

export interface ComparisonResult {
  readonly verdict: ReconciliationVerdict;
  readonly equal: number;
  readonly differing: number;
  readonly groups: readonly DifferenceGroupTotals[];
  readonly differences: readonly Difference[];
  readonly totals: readonly {
    readonly variant: AmountVariant;
    readonly fileE4: bigint;
    readonly oursE4: bigint;
    readonly equal: number;
    readonly compared: number;
  }[];
  /** Number of matched sales whose statuses or quantities could not be compared. */
  readonly notCompared: { readonly statuses: number; readonly quantities: number };
}

/**
 * Compares every order of the file with the report, and every sale of the period with the file. Takes a second or two
 * for the largest files, in slices.
 * @throws the reason of `signal` once it is aborted
 */
export async function compareFile(
  input: ComparisonInput,
  signal?: AbortSignal,
): Promise<ComparisonResult> {
  const { form, file, ours } = input;
  const isLeftOut = await findOmittedStatuses(form, file, ours, signal);
  const differences: Difference[] = [];
  const totals = form.variants.map(({ name, measure }): VariantTotal => ({
    variant: name,
    measure,
    fileE4: 0n,
    oursE4: 0n,
    equal: 0,
    compared: 0,
  }));
  const availableVariants = new Set<AmountVariant>();
  const inFile = new Set<string>();
  const notCompared = { statuses: 0, quantities: 0 };
  let equal = 0;
  await visitInSlices(
    file,
    (order) => {
      inFile.add(order.orderId);
      for (const name of order.amounts.keys()) availableVariants.add(name);
      const reportOrder = ours.get(order.orderId);
      for (const total of totals) addFileAmount(total, order, reportOrder);
      const found = reportOrder
        ? findDifferences(order, reportOrder, input, isLeftOut)
        : [fileOnlyDifference(order, input)];
      differences.push(...found);
      if (found.length === 0) equal += 1;
      if (!reportOrder?.committedAt) return;
      if (!canCompareStatus(order, reportOrder, form)) notCompared.statuses += 1;
      if (order.quantityE4 === null) notCompared.quantities += 1;
    },
    signal,
  );
  const missing: ReportOrder[] = [];
  await visitInSlices(
    ours.values(),
    (order) => {
      if (!order.committedAt) return;
      for (const total of totals) total.oursE4 += measureOrder(order, total.measure);
      if (!inFile.has(order.orderId) && isInPeriod(order, input)) missing.push(order);
    },
    signal,
  );
  const available = totals.filter(({ variant }) => availableVariants.has(variant));
  const whyMissing = missingReasons(input, missing, isLeftOut);
  await visitInSlices(
    missing,
    (order) =>
      differences.push(reportOnlyDifference(order, whyMissing(order), available[0]?.measure)),
    signal,
  );
  const groups = await countGroups(differences, signal);
  const isWhole = notCompared.statuses === 0 && input.unreadable.length === 0;
  return {
    verdict: decideVerdict(groups, isWhole),
    equal,
    differing: groups.reduce((sum, { orders }) => sum + orders, 0),
    groups,
    differences,
    totals: available.map(({ measure: _, ...total }) => total),
    notCompared,
  };
}

function decideVerdict(
  groups: readonly DifferenceGroupTotals[],
  isWhole: boolean,
): ReconciliationVerdict {
  const gravest = groups.at(-1)?.group;
  if (gravest === 'open') return 'mismatch';
  if (gravest === 'waiting') return 'maturing';
  if (!isWhole) return 'partial';
  return gravest === undefined ? 'matched' : 'explained';
}

/** The totals of a variant. The report's total covers sales that were placed in the period or are in the file. */
interface VariantTotal {
  readonly variant: AmountVariant;
  readonly measure: Measure;
  fileE4: bigint;
  oursE4: bigint;
  equal: number;
  compared: number;
}

function addFileAmount(
  total: VariantTotal,
  { amounts, copies }: FileOrder,
  reportOrder: ReportOrder | undefined,
): void {
  const amount = amounts.get(total.variant);
  if (amount === undefined) return;
  total.fileE4 += amount * BigInt(copies);
  if (!reportOrder?.committedAt) return;
  total.compared += 1;
  if (measureOrder(reportOrder, total.measure) === amount) total.equal += 1;
}

function fileOnlyDifference(order: FileOrder, input: ComparisonInput): Difference {
  const amount = firstAmount(order, input.form);
  const otherShop = input.elsewhere.get(order.orderId) ?? null;
  return {
    orderId: order.orderId,
    kind: 'only_file',
    reason: otherShop ? 'other_shop' : missingReason(order, input),
    otherShop,
    file: order,
    ours: null,
    fileE4: amount,
    oursE4: null,
    effectE4: amount * BigInt(order.copies),
  };
}

function missingReason(
  { orderId, placedAt }: FileOrder,
  { asOf, open, absent }: ComparisonInput,
): DifferenceReason {
  if (absent.has(orderId)) return 'missing_with_us';
  if (open.some(({ from, to }) => placedAt >= from && placedAt < to)) return 'still_loading';
  return asOf === null || placedAt > asOf ? 'not_read_yet' : 'missing_with_us';
}

function isInPeriod({ createdDay }: ReportOrder, { from, to }: ComparisonInput): boolean {
  return createdDay >= from && createdDay <= to;
}

/** Returns a function that says why a sale is not in the file. */
function missingReasons(
  { form, exportedAt, unreadable }: ComparisonInput,
  missing: readonly ReportOrder[],
  isLeftOut: IsOmitted,
): (order: ReportOrder) => DifferenceReason {
  const isUnreadable = matchUnreadableRows(unreadable, missing);
  return (order) => {
    if (exportedAt && order.createdAt > exportedAt) return 'placed_after_export';
    if (orderStatuses(order, form).every(isLeftOut)) return 'status_left_out';
    return isUnreadable(order) ? 'row_unreadable' : 'missing_in_file';
  };
}

function reportOnlyDifference(
  order: ReportOrder,
  reason: DifferenceReason,
  measure: Measure | undefined,
): Difference {
  const amount = measure ? measureOrder(order, measure) : 0n;
  return {
    orderId: order.orderId,
    kind: 'only_ours',
    reason,
    otherShop: null,
    file: null,
    ours: order,
    fileE4: null,
    oursE4: amount,
    effectE4: -amount,
  };
}

/** Differences that may disappear when the order is fetched again. */
const refetchableReasons: ReadonlySet<DifferenceReason> = new Set([
  'not_read_yet',
  'missing_with_us',
  'amount_differs',
  'quantity_differs',
  'status_differs',
  'day_differs',
  'not_paid',
  'never_paid',
]);

/**
 * Returns the differing orders to fetch again; none if the last sync is newer than the file.
 * @throws the reason of `signal` once it is aborted
 */
export async function ordersToRefetch(
  { differences }: Pick<ComparisonResult, 'differences'>,
  { exportedAt, asOf }: Pick<ComparisonInput, 'exportedAt' | 'asOf'>,
  signal?: AbortSignal,
): Promise<string[]> {
  if (exportedAt !== null && asOf !== null && asOf >= exportedAt) return [];
  const ids = new Set<string>();
  const addId = ({ reason, orderId }: Difference) => {
    if (refetchableReasons.has(reason)) ids.add(orderId);
  };
  await visitInSlices(differences, addId, signal);
  return [...ids];
}
