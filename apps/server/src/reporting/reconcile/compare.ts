import type {
  AmountVariant,
  DifferenceReason,
  ReconciliationVerdict,
} from '@seller-connect/contract';
import type { ComparisonInput, Difference } from './comparison.ts';
import { matchUnreadableRows, findOmittedStatuses } from './omitted-statuses.ts';
import { canCompareStatus, findDifferences, firstAmount } from './order-differences.ts';
import type { FileOrder } from './export-file/file-orders.ts';
import { measureOrder, orderStatuses, type ReportOrder } from './report-order.ts';

export interface ComparisonResult {
  readonly verdict: ReconciliationVerdict;
  readonly equal: number;
  readonly differing: number;
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

/** Reasons that explain nothing: the seller has to check these orders. */
const unexplainedReasons: ReadonlySet<DifferenceReason> = new Set([
  'missing_with_us',
  'missing_in_file',
  'amount_differs',
  'quantity_differs',
  'status_differs',
  'day_differs',
]);
/** Reasons that disappear once the shop is synced. */
const pendingReasons: ReadonlySet<DifferenceReason> = new Set(['still_loading', 'not_read_yet']);

/** Compares every order of the file with the report, and every sale of the period with the file. */
export function compareFile(input: ComparisonInput): ComparisonResult {
  const { form, file, ours } = input;
  const isLeftOut = findOmittedStatuses(form, file, ours);
  const differences = [
    ...file.flatMap((order) => {
      const reportOrder = ours.get(order.orderId);
      return reportOrder
        ? findDifferences(order, reportOrder, input, isLeftOut)
        : [fileOnlyDifference(order, input)];
    }),
    ...reportOnlyDifferences(input, isLeftOut),
  ];
  const touched = new Set(differences.map(({ orderId }) => orderId));
  const matched = file.flatMap((order) => {
    const reportOrder = ours.get(order.orderId);
    return reportOrder ? [{ order, mine: reportOrder }] : [];
  });
  const sales = matched.filter(({ mine: reportOrder }) => reportOrder.committedAt);
  const notCompared = {
    statuses: sales.filter(
      ({ order, mine: reportOrder }) => !canCompareStatus(order, reportOrder, form),
    ).length,
    quantities: sales.filter(({ order }) => order.quantityE4 === null).length,
  };
  const isWhole = notCompared.statuses === 0 && input.unreadable.length === 0;
  return {
    verdict: decideVerdict(new Set(differences.map(({ reason }) => reason)), isWhole),
    equal: matched.filter(({ order }) => !touched.has(order.orderId)).length,
    differing: touched.size,
    differences,
    totals: variantTotals(input),
    notCompared,
  };
}

function decideVerdict(
  reasons: ReadonlySet<DifferenceReason>,
  isWhole: boolean,
): ReconciliationVerdict {
  if ([...reasons].some((reason) => unexplainedReasons.has(reason))) return 'mismatch';
  if ([...reasons].some((reason) => pendingReasons.has(reason))) return 'maturing';
  if (!isWhole) return 'partial';
  return reasons.size === 0 ? 'matched' : 'explained';
}

/** Returns the totals by variant. The report's total covers sales that were placed in the period or are in the file. */
function variantTotals({ form, file, ours }: ComparisonInput): ComparisonResult['totals'] {
  const availableVariants = form.variants.filter(({ name }) =>
    file.some(({ amounts }) => amounts.has(name)),
  );
  const sales = [...ours.values()].filter(({ committedAt }) => committedAt);
  return availableVariants.map(({ name, measure }) => {
    const pairs = file.flatMap((order) => {
      const reportOrder = ours.get(order.orderId);
      const amount = order.amounts.get(name);
      return reportOrder?.committedAt && amount !== undefined
        ? [{ mine: reportOrder, amount }]
        : [];
    });
    return {
      variant: name,
      fileE4: file.reduce(
        (sum, order) => sum + (order.amounts.get(name) ?? 0n) * BigInt(order.copies),
        0n,
      ),
      oursE4: sales.reduce((sum, order) => sum + measureOrder(order, measure), 0n),
      equal: pairs.filter(
        ({ mine: reportOrder, amount }) => measureOrder(reportOrder, measure) === amount,
      ).length,
      compared: pairs.length,
    };
  });
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

function missingReason({ placedAt }: FileOrder, { asOf, open }: ComparisonInput): DifferenceReason {
  if (open.some(({ from, to }) => placedAt >= from && placedAt < to)) return 'still_loading';
  return asOf === null || placedAt > asOf ? 'not_read_yet' : 'missing_with_us';
}

type IsOmitted = ReturnType<typeof findOmittedStatuses>;

function reportOnlyDifferences(input: ComparisonInput, isLeftOut: IsOmitted): Difference[] {
  const { form, file, ours, from, to, exportedAt } = input;
  const inFile = new Set(file.map(({ orderId }) => orderId));
  const variant = form.variants.find(({ name }) => file.some(({ amounts }) => amounts.has(name)));
  const missing = [...ours.values()].filter(
    (order) =>
      order.committedAt &&
      !inFile.has(order.orderId) &&
      order.createdDay >= from &&
      order.createdDay <= to,
  );
  const isUnreadable = matchUnreadableRows(input.unreadable, missing);
  const whyMissing = (order: ReportOrder): DifferenceReason => {
    if (exportedAt && order.createdAt > exportedAt) return 'placed_after_export';
    if (orderStatuses(order, form).every(isLeftOut)) return 'status_left_out';
    return isUnreadable(order) ? 'row_unreadable' : 'missing_in_file';
  };
  return missing.map((order) => {
    const amount = variant ? measureOrder(order, variant.measure) : 0n;
    return {
      orderId: order.orderId,
      kind: 'only_ours',
      reason: whyMissing(order),
      otherShop: null,
      file: null,
      ours: order,
      fileE4: null,
      oursE4: amount,
      effectE4: -amount,
    };
  });
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

/** Returns the differing orders to fetch again; none if the last sync is newer than the file. */
export function ordersToRefetch(
  { differences }: Pick<ComparisonResult, 'differences'>,
  { exportedAt, asOf }: Pick<ComparisonInput, 'exportedAt' | 'asOf'>,
): string[] {
  if (exportedAt !== null && asOf !== null && asOf >= exportedAt) return [];
  const found = differences.filter(({ reason }) => refetchableReasons.has(reason));
  return [...new Set(found.map(({ orderId }) => orderId))];
}
