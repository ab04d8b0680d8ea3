import type { ExplainedPart, ExplainedSplit } from '@seller-connect/contract';
import { toDecimal } from '../../platform/money.ts';
import type { ScopeShop } from '../metrics/scope.ts';
import type { Effect } from './sku-effects.ts';

/** Shops or products in one split; the others are one part. */
export const maxListedParts = 20;

/** A part of a difference with the shop or product that it belongs to. */
export interface Part extends Effect {
  shopId?: string;
  skuKey?: string;
}

/**
 * Returns the parts by size, without those that are zero in every respect. Of shops and products, only the largest are
 * listed; the sum of the others is the last part, so that the parts add up to the same as before.
 */
export function rankParts(parts: readonly Part[], maxListed = maxListedParts): Part[] {
  const ranked = parts
    .filter(({ difference, value = 0n, previous = 0n }) => difference || value || previous)
    .toSorted((a, b) => compareSizes(a, b) || keyOf(a).localeCompare(keyOf(b)));
  const ofOne = ranked.filter(({ kind }) => kind === 'shop' || kind === 'product');
  const cut = new Set(ofOne.slice(maxListed));
  if (cut.size === 0) return ranked;
  return [...ranked.filter((part) => !cut.has(part)), sumOfOthers([...cut])];
}

function sumOfOthers(parts: readonly Part[]): Part {
  const sum = (amountOf: (part: Part) => bigint | undefined) =>
    parts.reduce((total, part) => total + (amountOf(part) ?? 0n), 0n);
  return { kind: 'others', difference: sum(({ difference }) => difference), count: parts.length };
}

function compareSizes(a: Part, b: Part): number {
  const [one, other] = [sizeOf(a.difference), sizeOf(b.difference)];
  return one < other ? 1 : one > other ? -1 : 0;
}

const sizeOf = (amount: bigint) => (amount < 0n ? -amount : amount);
const keyOf = ({ kind, shopId = '', skuKey = '' }: Part) => `${kind} ${shopId} ${skuKey}`;

export interface SkuName {
  sellerSku: string | null;
  name: string | null;
  /** Address at the marketplace. */
  picture: string | null;
}

export interface PartContext {
  shops: ReadonlyMap<string, ScopeShop>;
  skus: ReadonlyMap<string, SkuName>;
  /** Time until which the last comparison day counts, by shop; empty for whole days. */
  untilByShop: ReadonlyMap<string, string>;
}

export const skuNameKey = (shopId: string, skuKey: string) => `${shopId} ${skuKey}`;

/** Converts parts to those of the response. */
export function toSplit(
  by: ExplainedSplit['by'],
  parts: readonly Part[],
  context: PartContext,
): ExplainedSplit {
  return { by, parts: parts.map((part) => toExplainedPart(part, context)) };
}

function toExplainedPart(part: Part, { shops, skus, untilByShop }: PartContext): ExplainedPart {
  const { kind, shopId, skuKey } = part;
  const shop = shopId === undefined ? undefined : shops.get(shopId);
  const sku =
    shopId === undefined || skuKey === undefined ? undefined : skus.get(skuNameKey(shopId, skuKey));
  return {
    kind,
    difference: toDecimal(part.difference),
    value: part.value === undefined ? null : toDecimal(part.value),
    previous: part.previous === undefined ? null : toDecimal(part.previous),
    shopId: shopId ?? null,
    platform: shop?.platform ?? null,
    name: (skuKey === undefined ? shop?.name : (sku?.name ?? skuKey)) ?? '',
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
