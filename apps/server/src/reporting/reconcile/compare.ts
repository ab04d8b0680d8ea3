import type {
  AmountVariant,
  DifferenceKind,
  DifferenceReason,
  ReconciliationVerdict,
} from '@seller-connect/contract';
import type { LocalDayOf } from '../local-day.ts';
import type { FileForm, Measure, Standing } from './forms.ts';
import type { FileOrder } from './read-file.ts';

/** An order as the report has it; amounts in ten-thousandths. */
export interface OurOrder {
  readonly orderId: string;
  readonly createdAt: Date;
  readonly createdDay: string;
  readonly committedAt: Date | null;
  /** When the marketplace last changed it. */
  readonly changedAt: Date;
  readonly stage: string;
  /** The stages of its lines. */
  readonly itemStages: readonly string[];
  readonly priceE4: bigint;
  readonly sellerVoucherE4: bigint;
  readonly platformVoucherE4: bigint;
  readonly shippingE4: bigint;
}

export interface Comparison {
  readonly form: FileForm;
  readonly file: readonly FileOrder[];
  /** Of the shop: those in the file, and all that were placed in the period. */
  readonly ours: ReadonlyMap<string, OurOrder>;
  /** Orders of the file that belong to another shop of the team, with that shop. */
  readonly elsewhere: ReadonlyMap<string, string>;
  readonly from: string;
  readonly to: string;
  readonly dayOf: LocalDayOf;
  readonly exportedAt: Date | null;
  /** Up to when the shop was read, and the stretches of order times that are still to be read. */
  readonly asOf: Date | null;
  readonly open: readonly { readonly from: Date; readonly to: Date }[];
}

export interface Difference {
  readonly orderId: string;
  readonly kind: DifferenceKind;
  readonly reason: DifferenceReason;
  /** Another shop than the file's, whose order it is. */
  readonly otherShop: string | null;
  readonly file: FileOrder | null;
  readonly ours: OurOrder | null;
  readonly fileE4: bigint | null;
  readonly oursE4: bigint | null;
  /** What the order adds to the file's total over the report's, by the first variant. */
  readonly effectE4: bigint;
}

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
}

/** Nothing explains these: they are what a seller has to look at. */
const unexplained: ReadonlySet<DifferenceReason> = new Set([
  'missing_with_us',
  'missing_in_file',
  'amount_differs',
  'status_differs',
  'day_differs',
]);
/** These settle themselves with time. */
const maturing: ReadonlySet<DifferenceReason> = new Set(['still_loading', 'not_read_yet']);

export function measureOf(order: OurOrder, measure: Measure): bigint {
  const net = order.priceE4 - order.sellerVoucherE4;
  switch (measure) {
    case 'price':
      return order.priceE4;
    case 'net':
      return net;
    case 'paid_goods':
      return net - order.platformVoucherE4;
    case 'buyer_total':
      return net - order.platformVoucherE4 + order.shippingE4;
  }
}

const measures: readonly Measure[] = ['price', 'net', 'paid_goods', 'buyer_total'];

const standingOf: Readonly<Record<string, Standing>> = {
  unpaid: 'unpaid',
  to_ship: 'to_ship',
  shipping: 'shipping',
  delivered: 'delivered',
  completed: 'delivered',
  cancelled: 'ended',
  failed_delivery: 'ended',
};

/** Compares every order of the file with the report's, and every sale of the period with the file. Pure. */
export function compare(input: Comparison): Compared {
  const inFile = new Set(input.file.map(({ orderId }) => orderId));
  const differences = [
    ...input.file.flatMap((order) => {
      const ours = input.ours.get(order.orderId);
      return ours ? differencesOf(order, ours, input) : [onlyInFile(order, input)];
    }),
    ...onlyWithUs(inFile, input),
  ];
  const differing = new Set(differences.map(({ orderId }) => orderId)).size;
  const reasons = new Set(differences.map(({ reason }) => reason));
  const matched = input.file.filter(({ orderId }) => input.ours.has(orderId));
  const touched = new Set(differences.map(({ orderId }) => orderId));
  return {
    verdict: verdictOf(reasons),
    equal: matched.filter(({ orderId }) => !touched.has(orderId)).length,
    differing,
    differences,
    totals: totalsOf(input),
  };
}

function verdictOf(reasons: ReadonlySet<DifferenceReason>): ReconciliationVerdict {
  if (reasons.size === 0) return 'matched';
  if ([...reasons].some((reason) => unexplained.has(reason))) return 'mismatch';
  return [...reasons].some((reason) => maturing.has(reason)) ? 'maturing' : 'explained';
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

function first(order: FileOrder, form: FileForm): bigint {
  const [variant] = form.variants.filter(({ name }) => order.amounts.has(name));
  return variant ? (order.amounts.get(variant.name) ?? 0n) : 0n;
}

function onlyInFile(order: FileOrder, input: Comparison): Difference {
  const amount = first(order, input.form);
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

/** A file without any order of a standing was exported without them; from this many on that is no chance. */
const telling = 5;

function* onlyWithUs(inFile: ReadonlySet<string>, input: Comparison): Generator<Difference> {
  const { form, ours, from, to, exportedAt } = input;
  const variant = form.variants.find(({ name }) =>
    input.file.some(({ amounts }) => amounts.has(name)),
  );
  const missing = [...ours.values()].filter(
    (order) =>
      order.committedAt &&
      !inFile.has(order.orderId) &&
      order.createdDay >= from &&
      order.createdDay <= to,
  );
  const told = new Set(input.file.flatMap(({ standings }) => standings.flat()));
  const counts = Map.groupBy(missing, ({ stage }) => standingOf[stage]);
  for (const order of missing) {
    const standing = standingOf[order.stage];
    const isLeftOut =
      told.size > 0 &&
      standing !== undefined &&
      !told.has(standing) &&
      (counts.get(standing)?.length ?? 0) >= telling;
    const amount = variant ? measureOf(order, variant.measure) : 0n;
    yield {
      orderId: order.orderId,
      kind: 'only_ours',
      reason:
        exportedAt && order.createdAt > exportedAt
          ? 'placed_after_export'
          : isLeftOut
            ? 'status_left_out'
            : 'missing_in_file',
      otherShop: null,
      file: null,
      ours: order,
      fileE4: null,
      oursE4: amount,
      effectE4: -amount,
    };
  }
}

function differencesOf(order: FileOrder, ours: OurOrder, input: Comparison): Difference[] {
  const amount = first(order, input.form);
  const difference = (
    kind: DifferenceKind,
    reason: DifferenceReason,
    effectE4: bigint,
    amounts: { fileE4: bigint; oursE4: bigint } | null = null,
  ): Difference => ({
    orderId: order.orderId,
    kind,
    reason,
    otherShop: null,
    file: order,
    ours,
    fileE4: amounts?.fileE4 ?? null,
    oursE4: amounts?.oursE4 ?? null,
    effectE4,
  });
  if (!ours.committedAt) {
    const reason = standingOf[ours.stage] === 'ended' ? 'never_paid' : 'not_paid';
    const all = amount * BigInt(order.copies);
    return [difference('not_counted', reason, all, { fileE4: amount, oursE4: 0n })];
  }
  const found: Difference[] = [];
  const changed = whyChanged(ours, input);
  const other = otherAmount(order, ours, input.form);
  if (other) {
    const [variant] = input.form.variants.filter(({ name }) => order.amounts.has(name));
    const effect = variant ? amount - measureOf(ours, variant.measure) : 0n;
    found.push(
      difference(
        'amount',
        other.otherwise ? 'counted_otherwise' : (changed ?? 'amount_differs'),
        effect,
        other,
      ),
    );
  }
  if (order.copies > 1) {
    const more = amount * BigInt(order.copies - 1);
    found.push(
      difference('doubled', 'rows_repeated', more, {
        fileE4: amount * BigInt(order.copies),
        oursE4: amount,
      }),
    );
  }
  if (!standsAlike(order, ours, input.form)) {
    found.push(difference('status', changed ?? 'status_differs', 0n));
  }
  if (input.dayOf(order.placedAt) !== ours.createdDay) {
    const minutes = Math.round((order.placedAt.getTime() - ours.createdAt.getTime()) / 60_000);
    // The file's times may lack their seconds; zones are whole quarters of an hour apart, 14 hours at most.
    const rest = Math.min(Math.abs(minutes) % 15, 15 - (Math.abs(minutes) % 15));
    const isZone = Math.abs(minutes) > 2 && rest <= 1 && Math.abs(minutes) <= 14 * 60 + 1;
    found.push(difference('day', isZone ? 'time_zone' : 'day_differs', 0n));
  }
  return found;
}

/** The first amount that differs, and whether the file's is one that we know by another name. */
function otherAmount(order: FileOrder, ours: OurOrder, form: FileForm) {
  for (const { name, measure } of form.variants) {
    const fileE4 = order.amounts.get(name);
    const oursE4 = measureOf(ours, measure);
    if (fileE4 === undefined || fileE4 === oursE4) continue;
    return { fileE4, oursE4, otherwise: measures.some((each) => measureOf(ours, each) === fileE4) };
  }
  return null;
}

function whyChanged(ours: OurOrder, { exportedAt, asOf }: Comparison): DifferenceReason | null {
  if (!exportedAt) return null;
  if (ours.changedAt > exportedAt) return 'changed_since';
  return asOf === null || asOf < exportedAt ? 'not_read_yet' : null;
}

function standsAlike(order: FileOrder, ours: OurOrder, form: FileForm): boolean {
  const stages = form.statusPerRow ? ours.itemStages : [ours.stage];
  const mine = stages.map((stage) => standingOf[stage]);
  if (order.standings.length === 0 || mine.includes(undefined)) return true;
  const can = new Set(order.standings.flat());
  return (
    order.standings.every((each) => each.some((standing) => mine.includes(standing))) &&
    mine.every((standing) => standing !== undefined && can.has(standing))
  );
}
