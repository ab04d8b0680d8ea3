import type { Holding } from '../leases/stream-lease.ts';
import { keepRaw, packRaw } from '../raw/raw-store.ts';
import { register } from './register-shop.ts';

/** Reads the record of the shop or ad account itself. */
export async function readShop(holding: Holding): Promise<'done'> {
  const read = await holding.askAny((connector, access) =>
    connector.readShop(access, holding.signal),
  );
  const readAt = holding.now();
  const raw = await packRaw([read.raw], readAt);
  const { shop } = holding;
  await holding.commit(async (tx, next) => {
    await keepRaw(tx, next, raw);
    await register(
      tx,
      {
        shopId: shop.shopId,
        platform: shop.platform,
        name: read.shop.name,
        region: read.shop.region,
        currency: read.shop.currency,
        timeZone: read.shop.timeZone,
      },
      readAt,
    );
    next.rows = 1n;
    next.expectedRows = 1n;
    next.progress = 1;
    next.backfilledAt ??= readAt;
    next.currentAt = readAt;
  });
  return 'done';
}
