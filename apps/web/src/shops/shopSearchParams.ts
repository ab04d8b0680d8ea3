import type { Platform } from '@seller-connect/contract';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The shop that an address narrows a screen to; null for all of them, and for what is no shop's id. */
export function parseShopId(value: unknown): string | null {
  return typeof value === 'string' && uuid.test(value) ? value : null;
}

const marketplaces = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const satisfies readonly Platform[];

/** The marketplace that an address narrows a screen to; null for all of them, and for what is none. */
export function parseMarketplace(value: unknown): Platform | null {
  return marketplaces.find((each) => each === value) ?? null;
}
