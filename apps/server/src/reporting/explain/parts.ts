import type {
  ExplainedMetric,
  ExplainedPart,
  ExplainedPartKind,
  ExplainedSplit,
  FeeClass,
  ReportExplanation,
  ReportQuery,
} from '@seller-connect/contract';
import { toDecimal, sumBy, compareAmounts, absolute } from '../../platform/money.ts';
import { toE4 } from '../files/file-format.ts';
import type { ScopeShop } from '../metrics/scope.ts';
import type { Effect } from './sku-effects.ts';

export type ExplanationQuery = ReportQuery & { metric: ExplainedMetric; brand?: string };

/** Shops, products or others in one split; the rest is one part. */
const maxListedParts = 20;

const listedKinds: ReadonlySet<ExplainedPartKind> = new Set([
  'shop',
  'product',
  'brand',
  'account',
  'campaign',
  'fee_class',
]);

/** A part of a difference with what it belongs to. */
export interface Part extends Effect {
  /** The shop or ad account. */
  shopId?: string;
  skuKey?: string;
  brand?: string;
  campaignId?: string;
  feeClass?: FeeClass;
  /** Name of a campaign; those of shops, accounts and products are in the context. */
  name?: string;
}

export interface Split {
  by: ExplainedSplit['by'];
  parts: Part[];
}

export const comparedPart = (value: bigint, previous: bigint) => ({
  value,
  previous,
  difference: value - previous,
});

/**
 * Returns the parts by size, without those that are zero in every respect. Of shops, products and others, only the largest are
 * listed; the sum of the others is the last part, so that the parts add up to the same as before.
 */
export function rankParts(parts: readonly Part[], maxListed = maxListedParts): Part[] {
  const ranked = parts
    .filter(({ difference, value = 0n, previous = 0n }) => difference || value || previous)
    .toSorted((a, b) => compareSizes(a, b) || keyOf(a).localeCompare(keyOf(b)));
  const ofOne = ranked.filter(({ kind }) => listedKinds.has(kind));
  const cut = new Set(ofOne.slice(maxListed));
  if (cut.size === 0) return ranked;
  return [...ranked.filter((part) => !cut.has(part)), sumOfOthers([...cut])];
}

function sumOfOthers(parts: readonly Part[]): Part {
  const difference = sumBy(parts, (part) => part.difference);
  return { kind: 'others', difference, count: parts.length };
}

function compareSizes(a: Part, b: Part): number {
  return compareAmounts(absolute(b.difference), absolute(a.difference));
}

const keyOf = ({ kind, shopId, skuKey, brand, campaignId, feeClass }: Part) =>
  [kind, shopId, skuKey, brand, campaignId, feeClass].join(' ');

export interface SkuName {
  sellerSku: string | null;
  name: string | null;
  /** Address at the marketplace. */
  picture: string | null;
}

export interface PartContext {
  /** Shops or ad accounts. */
  shops: ReadonlyMap<string, Pick<ScopeShop, 'name' | 'platform'>>;
  skus?: ReadonlyMap<string, SkuName>;
  /** Time until which the last comparison day counts, by shop; absent for whole days. */
  untilByShop?: ReadonlyMap<string, string>;
}

/** The values of a report, and what it says about them. */
export type ExplanationHead = Omit<
  ReportExplanation,
  'value' | 'previousValue' | 'difference' | 'splits'
>;

/**
 * Converts splits of the values of a report. A split that does not add up to them is left out: it is read on its own,
 * and a sync may have changed the rows in between.
 */
export function explanationOf(
  head: ExplanationHead,
  { value, previous }: { value: string | null; previous: string | null },
  splits: readonly Split[],
  context: PartContext,
): ReportExplanation {
  if (value === null || previous === null) {
    return { ...head, value, previousValue: null, difference: null, splits: [] };
  }
  const difference = toE4(value) - toE4(previous);
  const addsUp = ({ parts }: Split) => sumBy(parts, (part) => part.difference) === difference;
  return {
    ...head,
    value,
    previousValue: previous,
    difference: toDecimal(difference),
    splits: splits
      .filter(addsUp)
      .map(({ by, parts }) => ({ by, parts: rankParts(parts) }))
      .filter(saysMore)
      .map(({ by, parts }) => toSplit(by, parts, context)),
  };
}

/** The only shop, account or brand of a split says nothing that the whole does not say. */
export const saysMore = ({ by, parts }: Split): boolean =>
  parts.length > (by === 'shop' || by === 'account' || by === 'brand' ? 1 : 0);

export const skuNameKey = (shopId: string, skuKey: string) => `${shopId} ${skuKey}`;

/** Converts parts to those of the response. */
export function toSplit(
  by: ExplainedSplit['by'],
  parts: readonly Part[],
  context: PartContext,
): ExplainedSplit {
  return { by, parts: parts.map((part) => toExplainedPart(part, context)) };
}

function toExplainedPart(
  part: Part,
  { shops, skus, untilByShop = new Map<string, string>() }: PartContext,
): ExplainedPart {
  const { kind, shopId, skuKey } = part;
  const shop = shopId === undefined ? undefined : shops.get(shopId);
  const sku =
    shopId === undefined || skuKey === undefined
      ? undefined
      : skus?.get(skuNameKey(shopId, skuKey));
  return {
    kind,
    difference: toDecimal(part.difference),
    value: part.value === undefined ? null : toDecimal(part.value),
    previous: part.previous === undefined ? null : toDecimal(part.previous),
    shopId: shopId ?? null,
    platform: shop?.platform ?? null,
    name: part.name ?? (skuKey === undefined ? shop?.name : (sku?.name ?? skuKey)) ?? '',
    brand: part.brand ?? null,
    campaignId: part.campaignId ?? null,
    feeClass: part.feeClass ?? null,
    sku: skuKey ?? null,
    sellerSku: sku?.sellerSku ?? '',
    picture: sku?.picture ?? null,
    count: part.count ?? 1,
    quantity: part.quantity === undefined ? null : Number(part.quantity),
    previousQuantity: part.previousQuantity === undefined ? null : Number(part.previousQuantity),
    previousUntil:
      shopId === undefined
        ? commonValue([...untilByShop.values()])
        : (untilByShop.get(shopId) ?? null),
  };
}

function commonValue(values: readonly string[]): string | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}
