import type { TenantTransaction } from '../../platform/database/database.ts';
import { registerAdAccount, registerShop } from '../../reporting/index.ts';
import type { LinkedShop } from '../leases/shop-access.ts';

/** Makes what was linked known to reports: an ad account is no shop with sales. */
export async function registerLinkedShop(
  tx: TenantTransaction,
  shop: Pick<LinkedShop, 'shopId' | 'platform' | 'name' | 'region' | 'currency' | 'timeZone'>,
  now: Date,
): Promise<void> {
  if (shop.platform !== 'FACEBOOK') return registerShop(tx, shop, now);
  const { shopId: accountId, platform, name, currency, timeZone } = shop;
  return registerAdAccount(tx, { accountId, platform, name, currency, timeZone }, now);
}
