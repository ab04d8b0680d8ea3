import type { Platform, Shop } from '@seller-connect/contract';
import { sharedTexts, partnerName } from '../i18n/index.ts';

/** Returns whether a shop is an ad account, which is linked like a shop but has no orders. */
export function isAdAccount(shop: Pick<Shop, 'platform'>): boolean {
  return shop.platform === 'FACEBOOK';
}

/**
 * Returns the shops as filter options, without ad accounts, which have no sales. Labels include the
 * marketplace, because sellers use the same shop name on all of them.
 */
export function shopOptions(shops: readonly Shop[]): { value: string; label: string }[] {
  return shops
    .filter((shop) => !isAdAccount(shop))
    .map(({ id, name, platform }) => ({
      value: id,
      label: `${name} (${partnerName(platform)})`,
    }));
}

/** The choice of several shops in a list of shops. */
export const severalShops = 'several';

/** Returns the number of comma-separated shops in words. */
export function formatShopCount(shops: string): string {
  return sharedTexts.shopCount(shops.split(',').length);
}

/**
 * Returns the shops of a filter in words.
 * @param linked undefined while they are not loaded. A shop that is not among them counts as one: it may have been deleted.
 * @param all the words for all shops
 */
export function formatShopFilter(
  { shop, shops = null }: { readonly shop: string | null; readonly shops?: string | null },
  linked: readonly Pick<Shop, 'id' | 'name'>[] | undefined,
  all: string,
): string {
  const chosen = shop ?? shops;
  if (chosen === null) return all;
  return linked?.find(({ id }) => id === chosen)?.name ?? formatShopCount(chosen);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses the shop filter of a URL. Returns null for all shops, or if the id is invalid. */
export function parseShopId(value: unknown): string | null {
  return typeof value === 'string' && uuid.test(value) ? value : null;
}

/** As many shops as an address of the API holds. */
const maxShops = 100;

/** One shop, or several, comma-separated. Several are without effect beside one. */
export interface ShopFilter {
  readonly shop?: string;
  readonly shops?: string;
}

/** Parses the shops of a URL. Invalid ids are left out. */
export function parseShops({ shop, shops }: Readonly<Record<string, unknown>>): ShopFilter {
  const text = typeof shops === 'string' ? shops : '';
  const ids = [...new Set(text.split(','))].filter((id) => uuid.test(id)).slice(0, maxShops);
  const one = parseShopId(shop) ?? (ids.length === 1 ? ids[0] : undefined);
  return {
    ...(one === undefined ? {} : { shop: one }),
    ...(ids.length > 1 ? { shops: ids.join(',') } : {}),
  };
}

const marketplaces = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const satisfies readonly Platform[];

/** Parses the marketplace filter of a URL. Returns null for all marketplaces, or if it is invalid. */
export function parseMarketplace(value: unknown): Platform | null {
  return marketplaces.find((each) => each === value) ?? null;
}
