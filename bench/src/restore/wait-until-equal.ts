import { setTimeout as delay } from 'node:timers/promises';
import { isFullySynced } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { findMoneyDifferences } from '../chaos/compare-money.ts';
import type { ChaosPlatform, ChaosShop } from '../chaos/world.ts';
import { findDifferences } from '../rolling/linked-shops.ts';
import type { Machine } from './machine.ts';

/** Gives up if nothing changes for this long. */
const maxUnchangedMs = 90_000;
/** Gives up even if something changes, so that a test that times out says what is wrong. */
const maxUnequalMs = 900_000;

/** Returns the smallest shops of each marketplace. */
export async function chooseShops(
  sandbox: SandboxProcess,
  chosen: readonly Exclude<ChaosPlatform, 'FACEBOOK'>[],
  count: number,
): Promise<ChaosShop[]> {
  const ofEach = await Promise.all(
    chosen.map(async (platform) =>
      (await sandbox.shops(platform))
        .toSorted((a, b) => a.orders - b.orders)
        .slice(0, count)
        .map(({ externalShopId }) => ({ platform, external: externalShopId, shopId: null })),
    ),
  );
  return ofEach.flat();
}

/**
 * Links shops again that need a new consent, and waits until every figure equals the ledgers.
 * @returns the differences that remain once nothing changes any more or it takes too long, and the shops that were
 *   linked again
 */
export async function waitUntilEqual(
  { assembly, seller }: Machine,
  sandbox: SandboxProcess,
  shops: readonly ChaosShop[],
): Promise<{ problems: string[]; relinked: string[] }> {
  const relinked: string[] = [];
  const startedAt = performance.now();
  let last = { text: '', at: startedAt };
  const of = [assembly.database, sandbox, seller.tenantId] as const;
  await seller.post('/collector/getData');
  for (;;) {
    for (const shop of await assembly.partners.listShops(seller.tenantId)) {
      if (shop.status !== 'needs_reauthorization') continue;
      await seller.link(sandbox, shop.externalShopId, shop.platform, shop.shopId);
      relinked.push(`${shop.platform} ${shop.externalShopId}`);
    }
    const progress = await seller.progress();
    const isAtRest = isFullySynced(progress);
    const differences = isAtRest
      ? [...(await findDifferences(...of, shops)), ...(await findMoneyDifferences(...of, shops))]
      : ['not everything is synced'];
    if (differences.length === 0) return { problems: [], relinked };
    if (isAtRest) await seller.post('/collector/getData');
    const text = JSON.stringify([differences, progress.shops]);
    const now = performance.now();
    if (text !== last.text) last = { text, at: now };
    if (now > last.at + maxUnchangedMs || now > startedAt + maxUnequalMs) {
      return { problems: [...differences, JSON.stringify(progress.shops)], relinked };
    }
    await delay(500);
  }
}
