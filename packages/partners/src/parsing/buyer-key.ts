import { createHmac } from 'node:crypto';
import type { Platform } from '../canonical/canonical.ts';
import type { ShopContext } from '../connector/shop-access.ts';

/** Returns `CanonicalOrder.buyerKey`. Partners report an unknown buyer as an absent, empty or zero id. */
export function hashBuyer(
  platform: Platform,
  buyerId: string | null | undefined,
  { buyerHashKey }: ShopContext,
): string | null {
  if (!buyerId || buyerId === '0' || buyerHashKey === undefined) return null;
  return createHmac('sha256', buyerHashKey).update(`${platform}:${buyerId}`).digest('base64url');
}
