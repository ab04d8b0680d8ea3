import type { CanonicalProduct, RawItem, RejectedItem } from '../canonical/canonical.ts';
import type { DerivationResult } from '../connector/shop-access.ts';
import type { ParsedItem } from './parsed-item.ts';
import { newestByKey } from './raw-item.ts';

/** Derives a row from each item. Items that cannot be mapped become rejects. */
export function deriveRows<Item extends ParsedItem, Row>(
  items: Iterable<Item>,
  derive: (item: Item) => DerivationResult<Row>,
): { rows: { canonical: Row; raw: RawItem[] }[]; rejects: RejectedItem[] } {
  const rows: { canonical: Row; raw: RawItem[] }[] = [];
  const rejects: RejectedItem[] = [];
  for (const item of items) {
    const derived = derive(item);
    if (derived.reject) rejects.push(derived.reject);
    else rows.push({ canonical: derived.canonical, raw: [item.raw] });
  }
  return { rows, rejects };
}

/** Derives the products of each listing from its newest version. Listings that cannot be mapped become rejects. */
export function deriveListings(
  listings: readonly RawItem[],
  derive: (raw: RawItem) => DerivationResult<CanonicalProduct[]>,
): { products: { canonical: CanonicalProduct[]; raw: RawItem }[]; rejects: RejectedItem[] } {
  const newest = newestByKey(
    listings,
    (raw) => raw.externalId,
    (raw) => raw.updatedAt,
  );
  const products: { canonical: CanonicalProduct[]; raw: RawItem }[] = [];
  const rejects: RejectedItem[] = [];
  for (const raw of newest) {
    const derived = derive(raw);
    if (derived.reject) rejects.push(derived.reject);
    else products.push({ canonical: derived.canonical, raw });
  }
  return { products, rejects };
}
