import type { Platform } from '@seller-connect/contract';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses the shop filter of a URL. Returns null for all shops, or if the id is invalid. */
export function parseShopId(value: unknown): string | null {
  return typeof value === 'string' && uuid.test(value) ? value : null;
}

const marketplaces = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const satisfies readonly Platform[];

/** Parses the marketplace filter of a URL. Returns null for all marketplaces, or if it is invalid. */
export function parseMarketplace(value: unknown): Platform | null {
  return marketplaces.find((each) => each === value) ?? null;
}
