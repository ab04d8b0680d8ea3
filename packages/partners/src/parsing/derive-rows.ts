import type { CanonicalProduct, RawItem, RejectedItem } from '../canonical/canonical.ts';
import type { DerivationResult } from '../connector/shop-access.ts';
import { newestByKey, type ParsedItem } from './items.ts';

function deriveEach<Item, Canonical, Row>(
  items: Iterable<Item>,
  derive: (item: Item) => DerivationResult<Canonical>,
  toRow: (canonical: Canonical, item: Item) => Row,
): { rows: Row[]; rejects: RejectedItem[] } {
  const rows: Row[] = [];
  const rejects: RejectedItem[] = [];
  for (const item of items) {
    const derived = derive(item);
    if (derived.reject) rejects.push(derived.reject);
    else rows.push(toRow(derived.canonical, item));
  }
  return { rows, rejects };
}

/** Derives a row from each parsed item. Items that cannot be mapped become rejects. */
export function deriveRows<Item extends ParsedItem, Canonical>(
  items: Iterable<Item>,
  derive: (item: Item) => DerivationResult<Canonical>,
): { rows: { canonical: Canonical; raw: RawItem[] }[]; rejects: RejectedItem[] } {
  return deriveEach(items, derive, (canonical, { raw }) => ({ canonical, raw: [raw] }));
}

/** Derives a row from each raw item. Items that cannot be mapped become rejects. */
export function deriveRawRows<Canonical>(
  items: Iterable<RawItem>,
  derive: (raw: RawItem) => DerivationResult<Canonical>,
): { rows: { canonical: Canonical; raw: RawItem }[]; rejects: RejectedItem[] } {
  return deriveEach(items, derive, (canonical, raw) => ({ canonical, raw }));
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
  const { rows: products, rejects } = deriveRawRows(newest, derive);
  return { products, rejects };
}
