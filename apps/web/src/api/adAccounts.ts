import type { Shop } from '@seller-connect/contract';

/** An ad account is linked like a shop, but has no orders and no sales. */
export function isAdAccount(shop: Pick<Shop, 'platform'>): boolean {
  return shop.platform === 'FACEBOOK';
}
