import type { Shop } from '@seller-connect/contract';

/** Returns whether a shop is an ad account, which is linked like a shop but has no orders. */
export function isAdAccount(shop: Pick<Shop, 'platform'>): boolean {
  return shop.platform === 'FACEBOOK';
}
