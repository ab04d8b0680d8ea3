import type { Platform } from '@seller-connect/contract';

/** Partners that redirect sellers to an OAuth callback, each with its own path. */
export const callbackPartners = [
  'LAZADA',
  'SHOPEE',
  'TIKI',
  'TIKTOK',
  'FACEBOOK',
] as const satisfies Platform[];
export type CallbackPartner = (typeof callbackPartners)[number];

export function callbackPath(partner: CallbackPartner): string {
  return `/oauth/callback/${partner.toLowerCase()}`;
}
