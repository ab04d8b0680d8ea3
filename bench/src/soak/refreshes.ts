import { setTimeout as delay } from 'node:timers/promises';
import {
  assemble,
  assemblyKey,
  environmentOf,
  type Assembly,
} from '../../../apps/server/src/collector/testing/assembly.ts';
import {
  createSeller,
  type Seller,
} from '../../../apps/server/src/collector/testing/linked-seller.ts';
import { partnerSettings } from '../../../apps/server/test/partner-settings.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import {
  countStartedRefreshes,
  overlappingRefreshes,
} from '../../../apps/server/src/partners/testing/refresh-spans.ts';
import { sql, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { withDatabase } from '../harness/database.ts';
import { linkAdAccounts, expireSoon } from '../refreshes/ad-account-exchanges.ts';
import { exchangeCall, refreshCalls, startReaders } from '../refreshes/reader-processes.ts';

const platforms = ['LAZADA', 'TIKTOK', 'SHOPEE', 'TIKI'] as const;
/**
 * These partners accept a replaced token for a while, so a client that lost the response can retry. Facebook replaces
 * none.
 */
const platformsWithGrace = new Set<string>(['LAZADA', 'TIKTOK', 'FACEBOOK']);
/** Interval at which Facebook's tokens, which live for sixty days, are made to look as if they expire soon. */
const dueIntervalMs = 10_000;
/** Pause after a failed exchange. The product waits longer, because its tokens live longer. */
const retryPauseMs = 500;

const processCount = 4;
const workersPerProcess = 10;
const killIntervalMs = 2000;
/**
 * Minimum number of stored refreshes between two kills. On a busy machine, processes would otherwise be killed before
 * they do anything, and even a grace of one minute would pass.
 */
const minRenewalsBetweenKills = 5;
const maxDurationMs = 3_600_000;

const eventsStatement = sql(
  'soak.credential_events',
  `select kind, code, count(*)::integer as times from partners.credential_event
    where tenant_id = $1 group by kind, code order by kind, code`,
);
const storedStatement = sql(
  'soak.stored_refreshes',
  `select platform, count(*)::integer as times
     from partners.credential_event join partners.connection using (tenant_id, connection_id)
    where tenant_id = $1 and kind = 'refreshed' group by platform order by platform`,
);
/** Counts consents that were lost although no refresh was uncertain since one minute before the last stored refresh. */
const groundlessStatement = sql(
  'soak.groundless_losses',
  `select count(*)::integer as times from partners.credential_event lost
    where tenant_id = $1 and kind = 'needs_reauthorization'
      and not exists (
        select from partners.credential_event before
         where before.tenant_id = $1 and before.connection_id = lost.connection_id
           and before.kind in ('refresh_interrupted', 'refresh_uncertain')
           and before.occurred_at <= lost.occurred_at
           and before.occurred_at >= coalesce((
             select max(good.occurred_at) from partners.credential_event good
              where good.tenant_id = $1 and good.connection_id = lost.connection_id
                and good.kind in ('refreshed', 'linked', 'linked_again')
                and good.occurred_at < lost.occurred_at) - interval '1 minute', '-infinity'))`,
);

/**
 * Runs forty workers in four processes on a few connections whose tokens live for three seconds. Responses are lost,
 * calls time out and fail, and processes are killed alternately at random and around a rotation. Facebook's tokens,
 * which are exchanged before they expire, are repeatedly made due. No token may be lost where the partner accepts the
 * replaced one for a while; elsewhere a loss must be recorded as ours (`renewal_lost`).
 * @param refreshes the number of stored refreshes after which the run ends
 * @returns the problems
 */
export function soakRefreshes(refreshes: number): Promise<string[]> {
  return withDatabase(async ({ url, database }) => {
    const sandbox = await startSandboxProcess(['--size', 'tiny']);
    const { lazadaUrl } = sandbox;
    const environment = environmentOf({ lazadaUrl, environment: partnerSettings(sandbox) });
    const assembly = await assemble({ databaseUrl: url, lazadaUrl, environment });
    const seller = await createSeller(assembly, { sessionMs: 86_400_000 });
    await setAccessTokenSeconds(sandbox, 600);
    const shopIds = await linkEveryShop(sandbox, seller);
    await sandbox.control('PUT', 'clock', { advanceSeconds: 700 });
    await setAccessTokenSeconds(sandbox, 3);
    shopIds.push(...(await linkAdAccounts(sandbox, seller)));
    await enableRefreshFaults(sandbox);
    const readers = startReaders(processCount, {
      databaseUrl: url,
      vaultKey: { id: assemblyKey.id, base64: assemblyKey.bytes.toString('base64') },
      environment,
      tenantId: seller.tenantId,
      shopIds,
      users: workersPerProcess,
      refreshLeaseMs: 5000,
      refreshCooldownMs: retryPauseMs,
    });
    const end = performance.now() + maxDurationMs;
    const lost = new Map<string, number>();
    let kills = 0;
    let stored = 0;
    let storedAtKill = 0;
    let reportedBatches = 0;
    let dueAt = 0;
    try {
      while (stored < refreshes && performance.now() < end) {
        await readers.fill();
        if (performance.now() > dueAt) {
          dueAt = performance.now() + dueIntervalMs;
          await expireSoon(url);
        }
        await delay(killIntervalMs);
        const isTime = stored - storedAtKill >= minRenewalsBetweenKills;
        if (isTime && (await readers.killOne())) {
          kills += 1;
          storedAtKill = stored;
        }
        await relinkShops(sandbox, seller, assembly, lost);
        stored = sumCounts(await storedRefreshes(database, seller.tenantId));
        if (Math.floor(stored / 250) > reportedBatches) {
          reportedBatches = Math.floor(stored / 250);
          process.stdout.write(`${stored} of ${refreshes} refreshes, ${kills} kills\n`);
        }
      }
    } finally {
      await readers.stop();
    }
    await sandbox.faults([]);
    // Leaves time to take over the leases of the killed readers.
    await delay(6000);
    const problems = stored < refreshes ? [`only ${stored} refreshes in an hour`] : [];
    const byPartner = await storedRefreshes(database, seller.tenantId);
    problems.push(
      ...[...platforms, 'FACEBOOK'].filter((each) => !byPartner.has(each)).map(noRenewalProblem),
    );
    problems.push(...(await findUnusableConnections(seller, assembly, shopIds)));
    problems.push(...findUnexplainedLosses(lost));
    const [groundless] = await database.tenantRead<{ times: number }>(
      seller.tenantId,
      groundlessStatement,
      [seller.tenantId],
    );
    if (groundless?.times !== 0) problems.push(`${groundless?.times} losses without any reason`);
    problems.push(...overlappingRefreshes(readers.logs).map((pair) => `at the same time: ${pair}`));
    const events = await formatEvents(database, seller.tenantId);
    const losses = [...lost].map(([name, times]) => `${name} ${times}`).join(', ');
    process.stdout.write(
      [
        `${shopIds.length} connections, ${processCount * workersPerProcess} workers in ${processCount} processes, ${kills} kills at random, ${readers.diedAtCrashPoints()} around a rotation`,
        `stored: ${[...byPartner].map(([name, times]) => `${name} ${times}`).join(', ')}`,
        `${countStartedRefreshes(readers.logs)} calls to refresh; ${events}`,
        `consents asked for anew: ${losses || 'none'}`,
        '',
      ].join('\n'),
    );
    await assembly.stop();
    await sandbox.stop();
    return problems;
  });
}

/** Sets the lifetime of access tokens issued from now on. */
async function setAccessTokenSeconds(
  sandbox: SandboxProcess,
  accessTokenSeconds: number,
): Promise<void> {
  for (const path of ['lazada', 'tiktok']) {
    await sandbox.control('PUT', path, { accessTokenSeconds, refreshGraceSeconds: 60 });
  }
  for (const path of ['shopee', 'tiki']) await sandbox.control('PUT', path, { accessTokenSeconds });
}

async function linkEveryShop(sandbox: SandboxProcess, seller: Seller): Promise<string[]> {
  const shopIds: string[] = [];
  for (const platform of platforms) {
    for (const { externalShopId } of await sandbox.shops(platform)) {
      shopIds.push(await seller.link(sandbox, externalShopId, platform));
    }
  }
  return shopIds;
}

/**
 * Enables lost responses, timeouts (calls are aborted after twenty seconds), failures and tokens that expire at once.
 */
async function enableRefreshFaults(sandbox: SandboxProcess): Promise<void> {
  const paths: Record<(typeof platforms)[number], string> = {
    ...refreshCalls,
    SHOPEE: '/api/v2/auth/access_token/get',
  };
  const exchange = { platform: 'FACEBOOK', path: exchangeCall };
  await sandbox.faults([
    // No `expired_token` here: an expired Facebook token needs a new consent.
    { ...exchange, kind: 'latency', ms: 3000, probability: 0.05 },
    { ...exchange, kind: 'http_5xx', probability: 0.05 },
    { ...exchange, kind: 'drop_connection', probability: 0.05 },
    { ...exchange, kind: 'broken_json', probability: 0.05 },
    ...platforms.flatMap((platform) => {
      const at = { platform, path: paths[platform] };
      return [
        { ...at, kind: 'latency', ms: 300, probability: 0.02 },
        { ...at, kind: 'latency', ms: 20_500, probability: 0.002, count: 2 },
        { ...at, kind: 'http_5xx', probability: 0.01 },
        { ...at, kind: 'drop_connection', probability: 0.01 },
        // The token was rotated, but the response is unreadable.
        {
          ...at,
          kind: 'broken_json',
          probability: 0.01,
          ...(!platformsWithGrace.has(platform) && { count: 5 }),
        },
        { platform, kind: 'expired_token', probability: 0.02 },
      ];
    }),
  ]);
}

async function relinkShops(
  sandbox: SandboxProcess,
  seller: Seller,
  assembly: Assembly,
  lost: Map<string, number>,
): Promise<void> {
  for (const shop of await assembly.partners.listShops(seller.tenantId)) {
    if (shop.status !== 'needs_reauthorization') continue;
    try {
      await seller.link(sandbox, shop.externalShopId, shop.platform, shop.shopId);
      const name = `${shop.platform} ${shop.reason}`;
      lost.set(name, (lost.get(name) ?? 0) + 1);
    } catch {
      // A fault hit the consent. The next iteration retries it.
    }
  }
}

function noRenewalProblem(platform: string): string {
  return `nothing of ${platform} was renewed`;
}

function findUnexplainedLosses(lost: ReadonlyMap<string, number>): string[] {
  return [...lost].flatMap(([name, times]) => {
    const [platform = '', reason] = name.split(' ');
    if (platformsWithGrace.has(platform)) return [`${platform} lost ${times} tokens (${reason})`];
    return reason === 'renewal_lost' ? [] : [`${platform}: ${times} losses are called ${reason}`];
  });
}

/** Returns connections that do not work at the end, without faults. */
async function findUnusableConnections(
  { tenantId }: Seller,
  { partners }: Assembly,
  shopIds: readonly string[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const shopId of shopIds) {
    await partners
      .withShopAccess(tenantId, shopId, (access, connector) => connector.readShop(access))
      .catch(async (error: unknown) => {
        const shops = await partners.listShops(tenantId);
        const shop = shops.find((each) => each.shopId === shopId);
        // Without grace, the last kill may have caused this loss.
        if (shop && !platformsWithGrace.has(shop.platform) && shop.reason === 'renewal_lost')
          return;
        wrong.push(`${shop?.platform} cannot be used at the end: ${String(error)}`);
      });
  }
  return wrong;
}

/** Returns the number of stored refreshes by partner. */
async function storedRefreshes(
  database: Database,
  tenantId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database.tenantRead<{ platform: string; times: number }>(
    tenantId,
    storedStatement,
    [tenantId],
  );
  return new Map(rows.map(({ platform, times }) => [platform, times]));
}

function sumCounts(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, times) => sum + times, 0);
}

async function formatEvents(database: Database, tenantId: string): Promise<string> {
  const rows = await database.tenantRead<{ kind: string; code: string | null; times: number }>(
    tenantId,
    eventsStatement,
    [tenantId],
  );
  return rows
    .map(({ kind, code, times }) => `${kind}${code ? ` (${code})` : ''} ${times}`)
    .join(', ');
}
