import type { StreamLease, LinkedShop } from '../leases/stream-lease.ts';
import { storeRaw, packRaw } from '../raw/raw-store.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { sanitizeText } from '../../platform/database/storable-values.ts';
import { registerAdAccount, registerShop } from '../../reporting/index.ts';

/** Syncs the record of a shop or ad account itself. */
export async function syncShop(lease: StreamLease): Promise<'done'> {
  const fetched = await lease.callPartner((connector, access) =>
    connector.readShop(access, lease.signal),
  );
  const fetchedAt = lease.now();
  const raw = await packRaw([fetched.raw], fetchedAt);
  const { shop } = lease;
  await lease.commit(async (tx, next) => {
    await storeRaw(tx, next, raw);
    await registerLinkedShop(
      tx,
      {
        shopId: shop.shopId,
        platform: shop.platform,
        name: sanitizeText(fetched.shop.name),
        region: fetched.shop.region,
        currency: fetched.shop.currency,
        timeZone: fetched.shop.timeZone,
      },
      fetchedAt,
    );
    next.rows = 1n;
    next.expectedRows = 1n;
    next.progress = 1;
    next.backfilledAt ??= fetchedAt;
    next.currentAt = fetchedAt;
  });
  return 'done';
}

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
