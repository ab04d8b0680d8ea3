import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { sql, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { findSalesDifferences } from '../chaos/compare-sales.ts';
import type { ChaosShop } from '../chaos/world.ts';
import type { RemoteSeller } from './remote-seller.ts';

/** Both accept a refresh token once. */
export const platforms = ['LAZADA', 'SHOPEE'] as const;
const maxWaitMs = 120_000;
/** A team may begin five runs in five minutes. */
const maxWaitForRunMs = 6 * 60_000;

/** Freezes the clock, and lets tokens live for so long. */
export async function prepareTokens(sandbox: SandboxProcess, tokenSeconds: number): Promise<void> {
  await sandbox.clock({ frozen: true });
  for (const platform of platforms) {
    await sandbox.control('PUT', platform.toLowerCase(), {
      accessTokenSeconds: tokenSeconds,
      ...(platform === 'LAZADA' && { refreshGraceSeconds: 0 }),
    });
  }
}

/** Links the largest shop of each marketplace, or the one of another rank, beginning with 0. */
export async function linkLargest(
  sandbox: SandboxProcess,
  seller: {
    link(
      sandbox: SandboxProcess,
      external: string,
      platform: (typeof platforms)[number],
    ): Promise<string>;
  },
  rank = 0,
): Promise<ChaosShop[]> {
  const linked: ChaosShop[] = [];
  for (const platform of platforms) {
    const bySize = (await sandbox.shops(platform)).toSorted((a, b) => b.orders - a.orders);
    const external = bySize[rank]?.externalShopId;
    if (external === undefined) throw new Error(`The sandbox has no shop ${rank} of ${platform}`);
    linked.push({ platform, external, shopId: await seller.link(sandbox, external, platform) });
  }
  return linked;
}

/** Returns where the sales of the shops differ from the ledger. */
export async function findDifferences(
  database: Database,
  sandbox: SandboxProcess,
  tenantId: string,
  shops: readonly ChaosShop[],
): Promise<string[]> {
  const found: string[] = [];
  for (const shop of shops)
    found.push(...(await findSalesDifferences(database, sandbox, tenantId, shop)));
  return found;
}

/** Returns the problems that remain after two minutes. */
export async function untilEmpty(find: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    const found = await find().catch((error: unknown) => [String(error)]);
    if (found.length === 0 || performance.now() > end) return found;
    await delay(500);
  }
}

/** Repeats work that fails, as while the database changes its server. */
export async function retrying<T>(work: () => Promise<T>, maxMs = maxWaitMs): Promise<T> {
  const end = performance.now() + maxMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(200);
    }
  }
}

export async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  );
}

interface SyncedShop {
  streams: readonly { lastSucceededAt: string | null }[];
}

/** Requests a sync and waits until a stream of each shop, or of any, has been synced since. */
export async function untilSynced(
  seller: RemoteSeller,
  of: 'each' | 'any' = 'each',
): Promise<void> {
  const requestedAt = Date.now();
  await retrying(async () => {
    const answer = await seller.call('POST', '/collector/getData');
    // For some seconds, a request returns the run in progress.
    if (Date.parse(String(Object(answer).startedAt)) < requestedAt) throw new Error('No new run');
  }, maxWaitForRunMs);
  await retrying(async () => {
    const { shops = [] }: { shops?: readonly SyncedShop[] } = Object(
      await seller.call('GET', '/partner/check_synced_data'),
    );
    const synced = shops.filter(({ streams }) =>
      streams.some(({ lastSucceededAt }) => Date.parse(lastSucceededAt ?? '') > requestedAt),
    );
    if (synced.length < (of === 'each' ? shops.length : 1))
      throw new Error('The shops were not synced within two minutes');
  });
}

const linkedTenants = sql(
  'rolling.tenants',
  'select tenant_id from partners.linked_tenants(null, 10)',
);
const refreshes = sql(
  'rolling.refreshes',
  `select count(*)::integer as times from partners.credential_event where tenant_id = $1 and kind = 'refreshed'`,
);
const endedConsents = sql(
  'rolling.ended_consents',
  `select kind || ' ' || coalesce(code, '') as ending from partners.credential_event
    where tenant_id = $1 and kind = 'needs_reauthorization'`,
);

/** Returns the team with linked shops, beside the `known` ones. */
export async function tenantOf(database: Database, known: string[] = []): Promise<string> {
  const rows = await database.query<{ tenantId: string }>(linkedTenants);
  const found = rows.find(({ tenantId }) => !known.includes(tenantId));
  if (!found) throw new Error('No shop is linked');
  return found.tenantId;
}

export async function countRefreshes(database: Database, tenantId: string): Promise<number> {
  const [row] = await retrying(() =>
    database.tenantRead<{ times: number }>(tenantId, refreshes, [tenantId]),
  );
  return row?.times ?? 0;
}

/** A second use of a single-use refresh token ends the consent at these marketplaces. */
export async function findEndedConsents(database: Database, tenantId: string): Promise<string[]> {
  const rows = await retrying(() =>
    database.tenantRead<{ ending: string }>(tenantId, endedConsents, [tenantId]),
  );
  return rows.map(({ ending }) => `a consent ended: ${ending}`);
}
