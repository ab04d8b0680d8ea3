import type { TenantTransaction } from '../../platform/database/database.ts';
import { registerAdAccount, registerShop } from '../../reporting/index.ts';
import type { LinkedShop } from '../leases/shop-access.ts';

/** Registers a linked shop or ad account in `reporting`. */
export async function registerLinkedShop(
  tx: TenantTransaction,
  shop: Pick<LinkedShop, 'shopId' | 'platform' | 'name' | 'region' | 'currency' | 'timeZone'>,
  now: Date,
): Promise<void> {
  if (shop.platform !== 'FACEBOOK') return registerShop(tx, shop, now);
  const { shopId: accountId, platform, name, currency, timeZone } = shop;
  return registerAdAccount(tx, { accountId, platform, name, currency, timeZone }, now);
}
