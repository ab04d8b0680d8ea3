import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  assemble,
  assemblyKey,
  environmentOf,
  type Assembly,
} from '../../apps/server/src/collector/testing/assembly.ts';
import type { DyingMoment } from '../../apps/server/src/platform/testing/dying-moments.ts';
import { newSeller, type Seller } from '../../apps/server/src/collector/testing/linked-seller.ts';
import { partnerSettings } from '../../apps/server/src/collector/testing/partner-settings.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../apps/server/src/collector/testing/sandbox-process.ts';
import type { ReaderTask } from '../../apps/server/src/partners/testing/reader-process.ts';
import {
  begunRefreshes,
  overlappingRefreshes,
  type ToldRefreshes,
} from '../../apps/server/src/partners/testing/refresh-spans.ts';
import { sql, type Database } from '../../apps/server/src/platform/database.ts';
import { withDatabase } from './database.ts';

const program = join(
  import.meta.dirname,
  '../../apps/server/src/partners/testing/reader-process.ts',
);
const platforms = ['LAZADA', 'TIKTOK', 'SHOPEE', 'TIKI'] as const;
/** Take a token that was replaced for a while longer: whoever lost the answer asks again. */
const forgiving = new Set<string>(['LAZADA', 'TIKTOK']);

/** Forty workers. */
const processes = 4;
const usersOfEach = 10;
const killEveryMs = 2000;
const longestMs = 3_600_000;

const refreshCalls = {
  LAZADA: '/auth/token/refresh',
  TIKTOK: '/api/v2/token/refresh',
  SHOPEE: '/auth/access_token/get',
  TIKI: '/sc/oauth2/token',
};

/** Around the rotation of a token that is used once; the others die at random. */
const moments: ((turn: number) => DyingMoment)[] = [
  ...(['before', 'after', 'committed'] as const).flatMap((when) =>
    ['partners.begin_refresh', 'partners.store_refreshed'].map((statement) => (turn: number) => ({
      statement,
      when,
      turn,
    })),
  ),
  ...Object.values(refreshCalls).flatMap((call) =>
    (['sent', 'answered'] as const).map((when) => (turn: number) => ({ call, when, turn })),
  ),
];

const eventsStatement = sql(
  'soak.credential_events',
  `select kind, code, count(*)::integer as times from partners.credential_event
    where tenant_id = $1 group by kind, code order by kind, code`,
);
/** A consent that was lost although nothing had been uncertain since the last renewal that was stored. */
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
                and good.occurred_at < lost.occurred_at), '-infinity'))`,
);

/**
 * Forty workers in four processes use a few connections whose tokens live for three seconds, under lost answers, time-outs
 * and failures, while the processes are killed one after the other: by turns at random and around a rotation. No token
 * may be lost where the partner takes the replaced one a while longer; where it does not, a loss must be named as ours.
 * @param refreshes until so many were stored
 * @returns what is wrong
 */
export function soakRefreshes(refreshes: number): Promise<string[]> {
  return withDatabase(async ({ url, database }) => {
    const sandbox = await startSandboxProcess(['--size', 'tiny']);
    const { lazadaUrl } = sandbox;
    const environment = environmentOf({ lazadaUrl, environment: partnerSettings(sandbox) });
    const assembly = await assemble({ databaseUrl: url, lazadaUrl, environment });
    const seller = await newSeller(assembly, { sessionMs: 86_400_000 });
    await letLive(sandbox, 600);
    const shopIds = await linkEveryShop(sandbox, seller);
    await sandbox.control('PUT', 'clock', { advanceSeconds: 700 });
    await letLive(sandbox, 3);
    await callsGoWrong(sandbox);
    const readers = startReaders({
      databaseUrl: url,
      vaultKey: { id: assemblyKey.id, base64: assemblyKey.bytes.toString('base64') },
      environment,
      tenantId: seller.tenantId,
      shopIds,
      users: usersOfEach,
      refreshLeaseMs: 5000,
    });
    const end = performance.now() + longestMs;
    const lost = new Map<string, number>();
    let kills = 0;
    let stored = 0;
    let told = 0;
    try {
      while (stored < refreshes && performance.now() < end) {
        await readers.fill();
        await delay(killEveryMs);
        if (await readers.killOne()) kills += 1;
        await linkAnew(sandbox, seller, assembly, lost);
        stored = await storedRefreshes(database, seller.tenantId);
        if (Math.floor(stored / 250) > told) {
          told = Math.floor(stored / 250);
          process.stdout.write(`${stored} of ${refreshes} refreshes, ${kills} kills\n`);
        }
      }
    } finally {
      await readers.stop();
    }
    await sandbox.faults([]);
    // What the last ones left behind is taken over.
    await delay(6000);
    const wrong = stored < refreshes ? [`only ${stored} refreshes in an hour`] : [];
    wrong.push(...(await unusable(seller, assembly, shopIds)));
    wrong.push(...unexplained(lost));
    const [groundless] = await database.tenantRead<{ times: number }>(
      seller.tenantId,
      groundlessStatement,
      [seller.tenantId],
    );
    if (groundless?.times !== 0) wrong.push(`${groundless?.times} losses without any reason`);
    wrong.push(...overlappingRefreshes(readers.told).map((pair) => `at the same time: ${pair}`));
    const events = await eventsOf(database, seller.tenantId);
    const losses = [...lost].map(([name, times]) => `${name} ${times}`).join(', ');
    process.stdout.write(
      [
        `${shopIds.length} connections, ${processes * usersOfEach} workers in ${processes} processes, ${kills} kills at random, ${readers.diedAtMoments()} around a rotation`,
        `${begunRefreshes(readers.told)} calls to refresh; ${events}`,
        `consents asked for anew: ${losses || 'none'}`,
        '',
      ].join('\n'),
    );
    await assembly.stop();
    await sandbox.stop();
    return wrong;
  });
}

/** Sets how long access tokens live that are issued from now on. */
async function letLive(sandbox: SandboxProcess, accessTokenSeconds: number): Promise<void> {
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

/** Lost answers, time-outs (a call is given up after twenty seconds), failures and tokens that die at once. */
async function callsGoWrong(sandbox: SandboxProcess): Promise<void> {
  const paths: Record<(typeof platforms)[number], string> = {
    ...refreshCalls,
    SHOPEE: '/api/v2/auth/access_token/get',
  };
  await sandbox.faults(
    platforms.flatMap((platform) => {
      const at = { platform, path: paths[platform] };
      return [
        { ...at, kind: 'latency', ms: 300, probability: 0.02 },
        { ...at, kind: 'latency', ms: 20_500, probability: 0.002, count: 2 },
        { ...at, kind: 'http_5xx', probability: 0.01 },
        { ...at, kind: 'drop_connection', probability: 0.01 },
        // The token was rotated, and what came of it cannot be read.
        {
          ...at,
          kind: 'broken_json',
          probability: 0.01,
          ...(!forgiving.has(platform) && { count: 5 }),
        },
        { platform, kind: 'expired_token', probability: 0.02 },
      ];
    }),
  );
}

/** Keeps `processes` readers alive; every second one of them dies around a rotation. */
function startReaders(task: ReaderTask) {
  const told: ToldRefreshes[] = [];
  const alive: { child: ChildProcess; saying: ToldRefreshes; dies: boolean }[] = [];
  let started = 0;
  let died = 0;

  function start(): void {
    const moment = started % 2 === 1 ? moments[((started - 1) / 2) % moments.length] : undefined;
    // Late enough that there has been much before, early enough that it is reached.
    const turn = 1 + Math.floor(Math.random() * 20);
    started += 1;
    const given = moment ? { ...task, diesAt: moment(turn) } : task;
    const child = spawn(process.execPath, [program, JSON.stringify(given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const saying: ToldRefreshes = { output: '', goneAt: null };
    told.push(saying);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      saying.output += text.replaceAll('read\n', '');
    });
    child.once('exit', () => {
      saying.goneAt = performance.timeOrigin + performance.now();
    });
    alive.push({ child, saying, dies: moment !== undefined });
  }

  async function kill(one: (typeof alive)[number]): Promise<void> {
    const { child } = one;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    } else if (one.dies) died += 1;
    alive.splice(alive.indexOf(one), 1);
  }

  return {
    told,
    diedAtMoments: () => died,
    async fill() {
      for (const one of alive.filter(({ saying }) => saying.goneAt !== null)) await kill(one);
      while (alive.length < processes) start();
    },
    /** The one that lives longest, once it has renewed something; whether there was one. */
    async killOne() {
      const oldest = alive.find(({ saying }) => saying.output !== '');
      if (oldest) await kill(oldest);
      return oldest !== undefined;
    },
    async stop() {
      for (const one of alive.slice()) await kill(one);
    },
  };
}

async function linkAnew(
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
      // A fault met the consent: it is tried again after the next kill.
    }
  }
}

function unexplained(lost: ReadonlyMap<string, number>): string[] {
  return [...lost].flatMap(([name, times]) => {
    const [platform = '', reason] = name.split(' ');
    if (forgiving.has(platform)) return [`${platform} lost ${times} tokens (${reason})`];
    return reason === 'renewal_lost' ? [] : [`${platform}: ${times} losses are called ${reason}`];
  });
}

/** Connections that cannot be used at the end, when nothing goes wrong any more. */
async function unusable(
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
        // Of a partner without grace, the last kill may have been such a loss.
        if (shop && !forgiving.has(shop.platform) && shop.reason === 'renewal_lost') return;
        wrong.push(`${shop?.platform} cannot be used at the end: ${String(error)}`);
      });
  }
  return wrong;
}

async function storedRefreshes(database: Database, tenantId: string): Promise<number> {
  const rows = await database.tenantRead<{ kind: string; times: number }>(
    tenantId,
    eventsStatement,
    [tenantId],
  );
  return rows.filter(({ kind }) => kind === 'refreshed').reduce((sum, row) => sum + row.times, 0);
}

async function eventsOf(database: Database, tenantId: string): Promise<string> {
  const rows = await database.tenantRead<{ kind: string; code: string | null; times: number }>(
    tenantId,
    eventsStatement,
    [tenantId],
  );
  return rows
    .map(({ kind, code, times }) => `${kind}${code ? ` (${code})` : ''} ${times}`)
    .join(', ');
}
