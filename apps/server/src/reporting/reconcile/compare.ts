import type {
  AmountVariant,
  DifferenceReason,
  ReconciliationVerdict,
} from '@seller-connect/contract';
import type { Comparison, Difference } from './comparison.ts';
import { inUnreadableRows, leftOutStandings } from './omitted-statuses.ts';
import { canCompareStatus, differencesOf, firstAmount } from './order-differences.ts';
import type { FileOrder } from './export-file/file-orders.ts';
import { measureOf, standingsOf, type OurOrder } from './report-order.ts';

export interface Compared {
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
  /** Orders that both have, and of which these were not compared. */
  readonly notCompared: { readonly statuses: number; readonly quantities: number };
}

/** Nothing explains these: they are what a seller has to look at. */
const unexplained: ReadonlySet<DifferenceReason> = new Set([
  'missing_with_us',
  'missing_in_file',
  'amount_differs',
  'quantity_differs',
  'status_differs',
  'day_differs',
]);
/** These settle themselves with time. */
const maturing: ReadonlySet<DifferenceReason> = new Set(['still_loading', 'not_read_yet']);

/** Compares every order of the file with the report's, and every sale of the period with the file. Pure. */
export function compare(input: Comparison): Compared {
  const { form, file, ours } = input;
  const isLeftOut = leftOutStandings(form, file, ours);
  const differences = [
    ...file.flatMap((order) => {
      const mine = ours.get(order.orderId);
      return mine ? differencesOf(order, mine, input, isLeftOut) : [onlyInFile(order, input)];
    }),
    ...onlyWithUs(input, isLeftOut),
  ];
  const touched = new Set(differences.map(({ orderId }) => orderId));
  const matched = file.flatMap((order) => {
    const mine = ours.get(order.orderId);
    return mine ? [{ order, mine }] : [];
  });
  const sales = matched.filter(({ mine }) => mine.committedAt);
  const notCompared = {
    statuses: sales.filter(({ order, mine }) => !canCompareStatus(order, mine, form)).length,
    quantities: sales.filter(({ order }) => order.quantityE4 === null).length,
  };
  const isWhole = notCompared.statuses === 0 && input.unreadable.length === 0;
  return {
    verdict: verdictOf(new Set(differences.map(({ reason }) => reason)), isWhole),
    equal: matched.filter(({ order }) => !touched.has(order.orderId)).length,
    differing: touched.size,
    differences,
    totals: totalsOf(input),
    notCompared,
  };
}

function verdictOf(
  reasons: ReadonlySet<DifferenceReason>,
  isWhole: boolean,
): ReconciliationVerdict {
  if ([...reasons].some((reason) => unexplained.has(reason))) return 'mismatch';
  if ([...reasons].some((reason) => maturing.has(reason))) return 'maturing';
  if (!isWhole) return 'partial';
  return reasons.size === 0 ? 'matched' : 'explained';
}

/** The report's orders that a total is about: sales that were placed in the period, or are in the file. */
function totalsOf({ form, file, ours }: Comparison): Compared['totals'] {
  const told = form.variants.filter(({ name }) => file.some(({ amounts }) => amounts.has(name)));
  const sales = [...ours.values()].filter(({ committedAt }) => committedAt);
  return told.map(({ name, measure }) => {
    const pairs = file.flatMap((order) => {
      const mine = ours.get(order.orderId);
      const amount = order.amounts.get(name);
      return mine?.committedAt && amount !== undefined ? [{ mine, amount }] : [];
    });
    return {
      variant: name,
      fileE4: file.reduce(
        (sum, order) => sum + (order.amounts.get(name) ?? 0n) * BigInt(order.copies),
        0n,
      ),
      oursE4: sales.reduce((sum, order) => sum + measureOf(order, measure), 0n),
      equal: pairs.filter(({ mine, amount }) => measureOf(mine, measure) === amount).length,
      compared: pairs.length,
    };
  });
}

function onlyInFile(order: FileOrder, input: Comparison): Difference {
  const amount = firstAmount(order, input.form);
  const otherShop = input.elsewhere.get(order.orderId) ?? null;
  return {
    orderId: order.orderId,
    kind: 'only_file',
    reason: otherShop ? 'other_shop' : whyUnknown(order, input),
    otherShop,
    file: order,
    ours: null,
    fileE4: amount,
    oursE4: null,
    effectE4: amount * BigInt(order.copies),
  };
}

function whyUnknown({ placedAt }: FileOrder, { asOf, open }: Comparison): DifferenceReason {
  if (open.some(({ from, to }) => placedAt >= from && placedAt < to)) return 'still_loading';
  return asOf === null || placedAt > asOf ? 'not_read_yet' : 'missing_with_us';
}

type IsLeftOut = ReturnType<typeof leftOutStandings>;

function onlyWithUs(input: Comparison, isLeftOut: IsLeftOut): Difference[] {
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
  const isUnreadable = inUnreadableRows(input.unreadable, missing);
  const whyMissing = (order: OurOrder): DifferenceReason => {
    if (exportedAt && order.createdAt > exportedAt) return 'placed_after_export';
    if (standingsOf(order, form).every(isLeftOut)) return 'status_left_out';
    return isUnreadable(order) ? 'row_unreadable' : 'missing_in_file';
  };
  return missing.map((order) => {
    const amount = variant ? measureOf(order, variant.measure) : 0n;
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

/** What another reading of the order may still change. */
const doubtful: ReadonlySet<DifferenceReason> = new Set([
  'not_read_yet',
  'missing_with_us',
  'amount_differs',
  'quantity_differs',
  'status_differs',
  'day_differs',
  'not_paid',
  'never_paid',
]);

/** The differing orders that the marketplace has to be asked for, where the file is newer than what was read. */
export function ordersToReadAgain(
  { differences }: Pick<Compared, 'differences'>,
  { exportedAt, asOf }: Pick<Comparison, 'exportedAt' | 'asOf'>,
): string[] {
  if (exportedAt !== null && asOf !== null && asOf >= exportedAt) return [];
  const found = differences.filter(({ reason }) => doubtful.has(reason));
  return [...new Set(found.map(({ orderId }) => orderId))];
}
