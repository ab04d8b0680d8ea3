import type { Platform } from '@seller-connect/contract';

/** The partners that send sellers back to a callback of ours, each at an address of its own. */
export const callbackPartners = [
  'LAZADA',
  'SHOPEE',
  'TIKI',
  'TIKTOK',
  'FACEBOOK',
] as const satisfies Platform[];
export type CallbackPartner = (typeof callbackPartners)[number];

/** The path of a partner's callback. */
export function callbackPath(partner: CallbackPartner): string {
  return `/oauth/callback/${partner.toLowerCase()}`;
}
