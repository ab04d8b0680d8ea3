import type { StreamLease } from '../leases/stream-lease.ts';
import { storeRaw, packRaw } from '../raw/raw-store.ts';
import { registerLinkedShop } from './register-shop.ts';

/** Syncs the record of a shop or ad account itself. */
export async function syncShop(lease: StreamLease): Promise<'done'> {
  const fetched = await lease.askAny((connector, access) =>
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
        name: fetched.shop.name,
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
