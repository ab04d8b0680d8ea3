import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf } from '../../../apps/server/src/collector/testing/assembly.ts';
import { partnerSettings } from '../../../apps/server/src/collector/testing/partner-settings.ts';
import { pushTargets, shopeePushUrl } from '../../../apps/server/src/collector/testing/receiver.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/sandbox-process.ts';
import { sql, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { findSalesDifferences } from '../chaos/compare-sales.ts';
import type { ChaosShop } from '../chaos/world.ts';
import { withDatabase } from '../harness/database.ts';
import { startBalancer, type Balancer } from '../rolling/balancer.ts';
import { RemoteSeller, renewRemotely, signInRemotely } from '../rolling/remote-seller.ts';
import {
  countMigrations,
  createNextVersion,
  runVersion,
  thisVersion,
  type RunningVersion,
  type Version,
} from '../rolling/version.ts';

const cacheFolder = join(import.meta.dirname, '../../../.cache');
const callers = 6;
/** Step of the sandbox's clock: long enough for changes of orders, which marketplaces push. */
const stepSeconds = 4 * 86_400;
const platforms = ['LAZADA', 'SHOPEE'] as const;
/** Tokens live for two steps of the sandbox's clock. Both marketplaces accept a refresh token once. */
const tokenSeconds = 2 * stepSeconds;
const maxWaitMs = 120_000;

const days = 'period=custom&from=2026-05-01&to=2026-06-30';
const reads = [
  '/user',
  '/partner/shops',
  '/partner/check_synced_data',
  `/reporting/summary?${days}`,
  `/reporting/orders?${days}`,
  '/user/notifications',
];

interface Release {
  version: Version;
  /** Whether the version may no longer start, because the schema is too new for it. */
  isTooOld?: boolean;
}

/**
 * Replaces the program while sellers use it: version N−1 by N, with N's migration applied under load, back to N−1 and on
 * to N, and N by N+1, which drops what N−1 used. Two processes with all roles run side by side during each replacement.
 * No call may fail, no push may be lost, no refresh token may be spent twice, and the figures must equal the ledger.
 * @param calls number of calls of the load
 * @param options.isShort replaces the program once
 * @returns the problems
 */
export function soakRolling(calls: number, options: { isShort?: boolean } = {}): Promise<string[]> {
  const stops: (() => unknown)[] = [];
  return withDatabase(async ({ url, database }) => {
    try {
      return await roll({ url, database, calls, stops, isShort: options.isShort ?? false });
    } finally {
      for (const stop of stops.toReversed()) await stop();
    }
  });
}

async function roll(given: {
  url: string;
  database: Database;
  calls: number;
  stops: (() => unknown)[];
  isShort: boolean;
}): Promise<string[]> {
  const { database, stops } = given;
  const releases = prepareReleases(given.isShort, stops);
  const sandbox = await startSandboxProcess(['--size', 'tiny', '--clock', '2026-06-01T01:00:00Z']);
  stops.push(() => sandbox.stop());
  await sandbox.clock({ frozen: true });
  for (const platform of platforms) {
    const graceless = platform === 'LAZADA' ? { refreshGraceSeconds: 0 } : {};
    await sandbox.control('PUT', platform.toLowerCase(), {
      accessTokenSeconds: tokenSeconds,
      ...graceless,
    });
  }
  const balancer = await startBalancer();
  stops.push(() => balancer.stop());
  const fleet = createFleet(balancer, environmentFor(given.url, sandbox, balancer), stops);
  await fleet.replaceBy(thisVersion);
  const seller = await RemoteSeller.create(balancer, 'seller@demo.test');
  await sandbox.control('PUT', 'push', pushTargets(balancer.app));
  const shops = await linkLargest(sandbox, seller);
  const tenantId = await tenantOf(database);
  const differences = async () => {
    const found: string[] = [];
    for (const shop of shops)
      found.push(...(await findSalesDifferences(database, sandbox, tenantId, shop)));
    return found;
  };
  const problems = await untilEmpty(differences);

  const load = startLoad(balancer, seller, given.calls);
  for (const [index, { version, isTooOld }] of releases.entries()) {
    await load.until(((index + 0.5) / (releases.length + 0.5)) * given.calls);
    for (let steps = 0; steps < 3; steps += 1) await sandbox.clock({ advanceSeconds: stepSeconds });
    if (isTooOld) problems.push(...(await fleet.startTooOld(version)));
    else problems.push(...(await fleet.replaceBy(version)));
    await sandbox.clock({ advanceSeconds: stepSeconds });
  }
  await load.until(given.calls);
  problems.push(...(await load.stop()));

  problems.push(...(await untilEmpty(differences)));
  problems.push(...(await untilEmpty(() => findLostPushes(sandbox))));
  problems.push(...(await findEndedConsents(database, tenantId)));
  const [row] = await database.tenantRead<{ times: number }>(tenantId, countRefreshes, [tenantId]);
  if ((row?.times ?? 0) === 0) problems.push('no token was refreshed');
  process.stdout.write(
    `${load.calls()} calls, ${fleet.replaced()} replacements, ${row?.times ?? 0} refreshed tokens\n`,
  );
  return problems;
}

function prepareReleases(isShort: boolean, stops: (() => unknown)[]): Release[] {
  mkdirSync(cacheFolder, { recursive: true });
  const base = mkdtempSync(join(cacheFolder, 'rolling-'));
  stops.push(() => rmSync(base, { recursive: true, force: true }));
  const next = createNextVersion(
    base,
    'next',
    thisVersion,
    `alter table reporting.sales_order add column remark text;
     alter table partners.connection add column remark text default 'none';
     alter table identity.account add column remark text;`,
  );
  if (isShort) return [{ version: next }];
  const needs = String(countMigrations(next)).padStart(3, '0');
  const afterNext = createNextVersion(
    base,
    'after-next',
    next,
    `-- contract: needs ${needs}
     alter table reporting.sales_order drop column remark;`,
  );
  return [
    { version: next },
    { version: thisVersion },
    { version: next },
    { version: afterNext },
    { version: next },
    { version: thisVersion, isTooOld: true },
  ];
}

function environmentFor(
  url: string,
  sandbox: SandboxProcess,
  balancer: Balancer,
): Record<string, string> {
  return {
    DATABASE_URL: url,
    DEMO: '1',
    DEMO_SHOPS: '0',
    APP_ORIGIN: balancer.app,
    IDENTITY_ORIGIN: balancer.identity,
    VAULT_KEYS: `soak:${Buffer.alloc(32, 7).toString('base64')}`,
    DATABASE_POOL_SIZE: '6',
    LOG_LEVEL: 'silent',
    ...environmentOf({
      lazadaUrl: sandbox.lazadaUrl,
      environment: { ...partnerSettings(sandbox), SHOPEE_PUSH_URL: shopeePushUrl },
    }),
  };
}

/** The process that is in use, and its replacement. */
function createFleet(
  balancer: Balancer,
  environment: Record<string, string>,
  stops: (() => unknown)[],
) {
  let current: RunningVersion | null = null;
  let replaced = 0;

  async function start(version: Version): Promise<RunningVersion> {
    const running = await runVersion(version, environment);
    stops.push(() => running.kill());
    return running;
  }
  return {
    replaced: () => replaced,
    /** Starts a version beside the current one, and stops that one as soon as the new one is ready. */
    async replaceBy(version: Version): Promise<string[]> {
      const running = await start(version);
      balancer.add(running.backend);
      await Promise.race([
        balancer.untilReady(running.backend),
        running.ended.then(() => {
          throw new Error(`${version.name} did not start: ${running.errors()}`);
        }),
      ]);
      const before = current;
      current = running;
      if (!before) return [];
      const code = await before.stop();
      balancer.remove(before.backend);
      replaced += 1;
      return code === 0 ? [] : [`the replaced process ended with ${code}: ${before.errors()}`];
    },
    /** Starts a version for which the schema is too new. */
    async startTooOld(version: Version): Promise<string[]> {
      const running = await start(version);
      const code = await running.ended;
      const isClear = code === 1 && /newer version/.test(running.errors());
      return isClear ? [] : [`a version that is too old ended with ${code}: ${running.errors()}`];
    },
  };
}

/** Calls the API continuously; every fiftieth call signs in and renews the tokens. */
function startLoad(balancer: Balancer, seller: RemoteSeller, total: number) {
  const problems = new Map<string, number>();
  let calls = 0;
  let isStopped = false;

  async function callOnce(index: number): Promise<void> {
    if (index % 50 === 0) {
      await renewRemotely(balancer, await signInRemotely(balancer, 'shop@demo.test'));
    } else if (index % 25 === 0) await seller.call('PUT', '/team', { name: `Team ${index}` });
    else await seller.call('GET', reads[index % reads.length] ?? '/user');
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      calls += 1;
      await callOnce(calls).catch((error: unknown) => {
        const problem = String(error);
        problems.set(problem, (problems.get(problem) ?? 0) + 1);
      });
    }
  }
  const running = Promise.all(Array.from({ length: callers }, run));
  return {
    calls: () => calls,
    async until(count: number): Promise<void> {
      while (calls < Math.min(count, total)) await delay(20);
    },
    async stop(): Promise<string[]> {
      isStopped = true;
      await running;
      return [...problems].map(([problem, times]) => `${times} of ${calls} calls: ${problem}`);
    },
  };
}

async function linkLargest(sandbox: SandboxProcess, seller: RemoteSeller): Promise<ChaosShop[]> {
  const linked: ChaosShop[] = [];
  for (const platform of platforms) {
    const [largest] = (await sandbox.shops(platform)).toSorted((a, b) => b.orders - a.orders);
    if (!largest) throw new Error(`The sandbox has no shop of ${platform}`);
    const { externalShopId: external } = largest;
    linked.push({ platform, external, shopId: await seller.link(sandbox, external, platform) });
  }
  return linked;
}

/** Returns the differences that remain when nothing has changed for a while. */
async function untilEmpty(find: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    const found = await find();
    if (found.length === 0 || performance.now() > end) return found;
    await delay(500);
  }
}

const linkedTenant = sql(
  'rolling.tenant',
  'select tenant_id from partners.linked_tenants(null, 1)',
);
const countRefreshes = sql(
  'rolling.refreshes',
  `select count(*)::integer as times from partners.credential_event where tenant_id = $1 and kind = 'refreshed'`,
);
const endedConsents = sql(
  'rolling.ended_consents',
  `select kind || ' ' || coalesce(code, '') as ending from partners.credential_event
    where tenant_id = $1 and kind in ('needs_reauthorization')`,
);

async function tenantOf(database: Database): Promise<string> {
  const [row] = await database.query<{ tenantId: string }>(linkedTenant);
  if (!row) throw new Error('No shop is linked');
  return row.tenantId;
}

/** A second use of a single-use refresh token ends the consent at these marketplaces. */
async function findEndedConsents(database: Database, tenantId: string): Promise<string[]> {
  const rows = await database.tenantRead<{ ending: string }>(tenantId, endedConsents, [tenantId]);
  return rows.map(({ ending }) => `a consent ended: ${ending}`);
}

/** Returns the pushes that the program did not take at the first delivery. */
async function findLostPushes(sandbox: SandboxProcess): Promise<string[]> {
  const { platforms: counts }: { platforms: Record<string, Record<string, number>> } = Object(
    await sandbox.control('GET', 'push'),
  );
  const lost = platforms.flatMap((platform) => {
    const { emitted = 0, taken = 0, refused = 0, unanswered = 0 } = counts[platform] ?? {};
    return emitted === taken && refused + unanswered === 0
      ? []
      : `${platform}: ${taken} of ${emitted} pushes taken, ${refused} refused, ${unanswered} unanswered`;
  });
  const pushes = platforms.reduce((sum, platform) => sum + (counts[platform]?.['taken'] ?? 0), 0);
  return pushes === 0 ? ['no push was sent', ...lost] : lost;
}
