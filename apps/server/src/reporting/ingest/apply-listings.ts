import type { CanonicalProduct } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import {
  areStorableIds,
  isStorableAmount,
  isStorableTime,
  sanitizeText,
  unstorableIdReason,
} from '../../platform/database/storable-values.ts';
import { toSearchKey } from '../../platform/database/search-key.ts';
import { storePictures } from '../pictures/picture-store.ts';
import { touchListings } from '../gone-products.ts';
import { recordListingDays } from '../stock/listing-days.ts';
import type { FetchMeta, RejectedEntity } from './canonical-rows.ts';
import { hashContent } from './version.ts';

const upsertListingsStatement = sql(
  'reporting.upsert_listings',
  `insert into reporting.listing as known (tenant_id, shop_id, item_id, sku_key, seller_sku, name, name_key, brand,
     status, currency, price_e4, special_price_e4, stock, version_at, observed_at, content_hash, mapping_version)
   select $1, $2, r.* from json_to_recordset($3::json) as r (
       item_id text, sku_key text, seller_sku text, name text, name_key text, brand text, status text, currency text,
       price_e4 bigint, special_price_e4 bigint, stock integer, version_at timestamptz,
       observed_at timestamptz, content_hash uuid, mapping_version integer)
   on conflict (tenant_id, shop_id, item_id, sku_key) do update set
     seller_sku = excluded.seller_sku, name = excluded.name, name_key = excluded.name_key, brand = excluded.brand,
     status = excluded.status,
     currency = excluded.currency, price_e4 = excluded.price_e4,
     special_price_e4 = excluded.special_price_e4, stock = excluded.stock,
     version_at = excluded.version_at, observed_at = excluded.observed_at,
     content_hash = excluded.content_hash, mapping_version = excluded.mapping_version
   where (excluded.version_at, excluded.mapping_version) >= (known.version_at, known.mapping_version)
     and (excluded.content_hash, excluded.mapping_version) <> (known.content_hash, known.mapping_version)
   returning (xmax = 0) as created`,
);

const maxStock = 2_147_483_647;

/**
 * Stores the listings of one shop, inside the caller's transaction. Older or equal states change nothing. Of states
 * with the same time of change, the last commit wins, as the lease lets one worker at a time commit; the workers' clocks
 * may differ. A listing whose price, time of change or ids do not fit the columns is rejected; a stock that exceeds it
 * is stored as null.
 * @returns how many rows are new, and the rejected listings with their reasons
 */
export async function applyListings(
  tx: TenantTransaction,
  shopId: string,
  products: readonly CanonicalProduct[],
  meta: FetchMeta,
): Promise<{ created: number; unusable: RejectedEntity[] }> {
  const unusable: RejectedEntity[] = [];
  /** By their ids: a page may have a listing twice. */
  const usable = new Map<string, CanonicalProduct>();
  for (const product of products) {
    const reason = rejectionReason(product);
    if (reason) unusable.push({ id: product.itemId, reason });
    else usable.set(`${product.itemId} ${product.skuId}`, product);
  }
  if (usable.size === 0) return { created: 0, unusable };
  const listings = [...usable.values()];
  const upserted = await tx.query<{ created: boolean }>(upsertListingsStatement, [
    tx.tenantId,
    shopId,
    JSON.stringify(listings.map((product) => toRow(product, meta))),
  ]);
  await storePictures(tx, shopId, listings);
  await touchListings(tx, shopId, listings, meta.observedAt);
  await recordListingDays(tx, shopId, listings, meta.observedAt);
  return { created: upserted.filter((row) => row.created).length, unusable };
}

/** Returns why a listing cannot be stored, or null if it can. */
function rejectionReason(product: CanonicalProduct): string | null {
  const prices = [product.priceE4, product.specialPriceE4 ?? 0n];
  if (!prices.every(isStorableAmount)) return 'a price is too large';
  // PostgreSQL reads no time of a year with more than four digits.
  if (!isStorableTime(product.updatedAt)) {
    return 'its time of change is outside the years 1971 to 2199';
  }
  return areStorableIds([product.itemId, product.skuId]) ? null : unstorableIdReason;
}

function toRow(product: CanonicalProduct, meta: FetchMeta): object {
  const { stock } = product;
  const row = {
    item_id: product.itemId,
    sku_key: product.skuId,
    seller_sku: sanitizeText(product.sellerSku),
    name: sanitizeText(product.name),
    brand: product.brand === null ? null : sanitizeText(product.brand),
    status: sanitizeText(product.status),
    currency: product.currency,
    price_e4: product.priceE4.toString(),
    special_price_e4: product.specialPriceE4?.toString() ?? null,
    stock: stock !== null && Math.abs(stock) <= maxStock ? stock : null,
    version_at: product.updatedAt.toISOString(),
  };
  return {
    ...row,
    name_key: toSearchKey(row.name),
    observed_at: meta.observedAt.toISOString(),
    content_hash: hashContent(JSON.stringify(row)),
    mapping_version: meta.mappingVersion,
  };
}
