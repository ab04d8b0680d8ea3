import { setTimeout as delay } from 'node:timers/promises';
import {
  type KillableChild,
  startWorkerChild,
  startReceiverChild,
} from '../../../apps/server/src/collector/testing/processes/killable-child.ts';
import { pushTargets } from '../../../apps/server/src/collector/testing/receiver.ts';
import type { CrashPoint } from '../../../apps/server/src/platform/database/testing/crash-points.ts';
import { sql, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { enableAllFaults, fetchFaultHits } from '../chaos/faults.ts';
import { drain } from '../chaos/drain.ts';
import { findMoneyDifferences } from '../chaos/compare-money.ts';
import { createQuotaCounter, type QuotaCounter } from '../chaos/quota-counter.ts';
import { listCrashSteps, type CrashStep } from '../chaos/crash-steps.ts';
import { startChaosWorld, type ChaosWorld } from '../chaos/world.ts';
import { withDatabase, type WithDatabase } from '../harness/database.ts';
import { findDifferences } from '../rolling/linked-shops.ts';
import { createSoakRandom } from '../chaos/seeded-random.ts';

/** How long to wait for a process to reach its crash point. After that it is killed at random. */
const maxCrashStepWaitMs = 6000;
/** The share of random kills that hit the push receiver. */
const receiverKillShare = 0.3;
/** The share of all kills after which the last shop is linked. */
const allLinkedAfterShare = 0.7;
const initialShops = 5;

/**
 * Kills a worker or the push receiver again and again, while shops of all partners are linked one after another, synced
 * and pushed about, with every fault enabled. Kills alternate between a random moment and the first crash point reached
 * that no process has died at yet. At the end every layer of every shop must equal the sandbox's ledgers, no consent
 * may be lost without a fault that explains it, and no second may have more calls than the rate limit allows.
 * @param halfway called during the kill in the middle, while both processes work
 * @returns the problems
 */
export function soakKills(
  kills: number,
  withinDatabase: WithDatabase = withDatabase,
  halfway: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  return withinDatabase(async ({ url, database }) => {
    // Slow enough that the last kill still hits a running backfill.
    const callsPerSecond = Math.min(200, Math.max(1, Math.round(600 / kills)));
    const world = await startChaosWorld(url, { callsPerSecond, steps: kills });
    const { sandbox, seller } = world;
    const quota = createQuotaCounter(sandbox);
    const processes = createKillableProcesses(url, world, callsPerSecond);
    try {
      for (let linked = 0; linked < initialShops; linked += 1) await world.linkNext();
      await processes.ensure('receiver');
      await enableAllFaults(sandbox);
      const report = await killRepeatedly(kills, world, processes, quota, halfway);
      await quota.gather();
      const struck = await fetchFaultHits(sandbox);
      await sandbox.faults([]);
      await world.moveClock(1);
      for (let left = world.shops.length; left > 0; left -= 1) await world.linkNext();
      await processes.kill('worker');
      const fast = { callsPerSecond: 1000, environment: world.environment(200) };
      const worker = await startWorkerChild({
        databaseUrl: url,
        lazadaUrl: sandbox.lazadaUrl,
        ...fast,
      });
      await processes.ensure('receiver');
      await drain(url, world, report.relink);
      await worker.kill();

      const problems = [...processes.ownEnds(), ...report.unnamed(struck)];
      const of = [database, sandbox, seller.tenantId] as const;
      const shops = world.shops.filter(({ platform }) => platform !== 'FACEBOOK');
      problems.push(...(await findDifferences(...of, shops)));
      problems.push(...(await findMoneyDifferences(...of, world.shops)));
      const allowed = Math.ceil(callsPerSecond * 1.2);
      const { over, seconds, maxPerSecond } = quota.over(allowed);
      const { total, failed } = quota.calls();
      if (over > 0) {
        problems.push(`${over} of ${seconds} seconds of a shop hold more than ${allowed} calls`);
      }
      const hits = Map.groupBy(struck, ({ kind }) => kind);
      const faults = [...hits].map(
        ([kind, rules]) => `${kind} ${rules.reduce((sum, rule) => sum + rule.hits, 0)}`,
      );
      process.stdout.write(
        [
          `${total} calls, ${failed} of them failed; at most ${maxPerSecond} in a second of ${seconds} where ${allowed} are allowed`,
          `faults: ${faults.join(', ')}`,
          report.summary(),
          `consents ended by: ${(await listConsentEndings(database, seller.tenantId)).join(', ') || 'nothing'}`,
          `messages: ${JSON.stringify(Object(await sandbox.control('GET', 'push')).platforms)}`,
          '',
        ].join('\n'),
      );
      return problems;
    } finally {
      await processes.kill('worker');
      await processes.kill('receiver');
      await world.stop();
    }
  });
}

const readEndings = sql(
  'bench.endings',
  `select c.platform || ' ' || e.code || ' ' || count(*) as ending
     from partners.credential_event e
     join partners.connection c on c.tenant_id = e.tenant_id and c.connection_id = e.connection_id
    where e.tenant_id = $1 and e.kind = 'needs_reauthorization'
    group by c.platform, e.code order by 1`,
);

/** Returns the partners' error codes that ended a consent, with counts. */
async function listConsentEndings(database: Database, tenantId: string): Promise<string[]> {
  const rows = await database.tenantRead<{ ending: string }>(tenantId, readEndings, [tenantId]);
  return rows.map(({ ending }) => ending);
}

/** The two processes that are killed. At most one of each kind is alive. */
interface KillableProcesses {
  /**
   * Starts a process if none is alive. With `diesAt`, always starts a new one, which dies at the first of these points.
   */
  ensure(kind: CrashStep['process'], diesAt?: readonly CrashPoint[]): Promise<KillableChild>;
  kill(kind: CrashStep['process']): Promise<void>;
  /** Returns the processes that exited without being killed. */
  ownEnds(): string[];
}

function createKillableProcesses(
  url: string,
  world: ChaosWorld,
  callsPerSecond: number,
): KillableProcesses {
  const { sandbox } = world;
  const alive = new Map<CrashStep['process'], KillableChild>();
  let port = 0;
  const ownEnds: string[] = [];
  async function kill(kind: CrashStep['process']): Promise<void> {
    const child = alive.get(kind);
    alive.delete(kind);
    await child?.kill();
  }
  return {
    kill,
    ownEnds: () => ownEnds,
    async ensure(kind, diesAt) {
      const known = alive.get(kind);
      if (known && !diesAt) return known;
      await kill(kind);
      const options = {
        databaseUrl: url,
        lazadaUrl: sandbox.lazadaUrl,
        callsPerSecond,
        environment: world.environment(callsPerSecond),
        ...(diesAt && { diesAt }),
      };
      const child =
        kind === 'worker'
          ? await startWorkerChild(options)
          : await startReceiverChild(options, port);
      alive.set(kind, child);
      void child.ended.then(() => {
        if (alive.get(kind) !== child) return;
        alive.delete(kind);
        if (!diesAt) ownEnds.push(`a ${kind} ended by itself`);
      });
      if (kind === 'receiver' && port === 0) {
        port = Number(new URL(child.line).port);
        await sandbox.control('PUT', 'push', pushTargets(child.line));
      }
      return child;
    },
  };
}

interface KillReport {
  /** Links shops again that need a new consent. Failed attempts are retried by the next call. */
  relink(): Promise<void>;
  /** Returns lost consents whose reason no fault explains. */
  unnamed(struck: readonly { platform: string; kind: string; hits: number }[]): string[];
  summary(): string;
}

/**
 * Returns the faults that explain a lost consent. Facebook exchanges a token only before it expires, so an expired
 * token ends the consent. Elsewhere tokens are refreshed once per chain of calls: a fresh token that expires within the
 * same chain looks like a revoked consent. That is rare here, because tokens live for two steps of the clock.
 */
function explainingFaults(platform: string, reason: string): readonly string[] {
  const isRenewed = platform !== 'FACEBOOK';
  if (reason === 'ended') return isRenewed ? [] : ['expired_token'];
  if (reason !== 'refused') return [];
  return isRenewed ? ['revoked_token', 'expired_token'] : ['revoked_token'];
}

async function killRepeatedly(
  kills: number,
  world: ChaosWorld,
  processes: KillableProcesses,
  quota: QuotaCounter,
  halfway: () => Promise<void>,
): Promise<KillReport> {
  const { sandbox, seller, assembly, shops } = world;
  const random = createSoakRandom();
  /** Steps not reached yet in this round. Each must be reached once before any is reached again. */
  let open = listCrashSteps();
  const reached = new Map<string, number>();
  const relinks = new Map<string, number>();
  const waiting = new Set<string>();
  const linkEvery = Math.max(
    1,
    Math.floor((kills * allLinkedAfterShare) / (shops.length - initialShops)),
  );

  async function relink(): Promise<void> {
    for (const shop of await assembly.partners.listShops(seller.tenantId)) {
      if (shop.status !== 'needs_reauthorization') continue;
      const name = `${shop.platform} ${shop.reason}`;
      if (!waiting.has(shop.shopId)) relinks.set(name, (relinks.get(name) ?? 0) + 1);
      waiting.add(shop.shopId);
      try {
        await seller.link(sandbox, shop.externalShopId, shop.platform, shop.shopId);
        waiting.delete(shop.shopId);
      } catch (error) {
        process.stdout.write(`${shop.platform} was not linked anew: ${String(error)}\n`);
      }
    }
  }

  for (let kill = 1; kill <= kills; kill += 1) {
    if (kill % linkEvery === 0) {
      await world.linkNext().catch((error: unknown) => {
        process.stdout.write(`not linked yet: ${String(error)}\n`);
      });
    }
    const crashStep = kill % 2 === 0 ? open[Math.floor(random() * open.length)] : undefined;
    const kind = crashStep?.process ?? (random() < receiverKillShare ? 'receiver' : 'worker');
    const steps = crashStep ? open.filter(({ process }) => process === kind) : [];
    const diesAt = steps.map(({ moment }) => moment);
    const child = await processes.ensure(kind, crashStep && diesAt);
    await processes.ensure(kind === 'worker' ? 'receiver' : 'worker');
    // Partners push the changes of this step; both processes are alive to handle them.
    await world.moveClock(kill / kills);
    if (kill === Math.ceil(kills / 2)) await halfway();
    const waitMs = crashStep ? maxCrashStepWaitMs : 100 + random() * 900;
    await Promise.race([child.ended, delay(waitMs)]);
    await processes.kill(kind);
    const step = steps[diesAt.findIndex((moment) => moment === child.diedAt())];
    if (step) {
      reached.set(step.name, (reached.get(step.name) ?? 0) + 1);
      open = open.filter((each) => each !== step);
      if (open.length === 0) open = listCrashSteps();
    }
    await relink();
    if (kill % 10 === 0) await quota.gather();
    const { shops: read } = await seller.progress();
    const rows = read.flatMap((shop) => shop.streams).reduce((sum, each) => sum + each.rows, 0);
    const where = step?.name ?? `${kind} at random`;
    process.stdout.write(`kill ${kill} of ${kills}, ${where}: ${rows} rows\n`);
  }

  return {
    relink,
    unnamed: (struck) =>
      [...relinks].flatMap(([name, times]) => {
        const [platform = '', reason = ''] = name.split(' ');
        if (reason === 'renewal_lost') return [];
        const faults = explainingFaults(platform, reason);
        const behind = struck.filter(
          (rule) => rule.platform === platform && faults.includes(rule.kind),
        );
        const hits = behind.reduce((sum, rule) => sum + rule.hits, 0);
        if (times <= hits) return [];
        return [
          `${platform}: ${times} sellers were asked for a consent because ${reason}, for ${hits} faults behind it`,
        ];
      }),
    summary() {
      const missing = listCrashSteps().filter(({ name }) => !reached.has(name));
      const died = [...reached.values()].reduce((sum, times) => sum + times, 0);
      const lines = [
        `${died} kills at ${reached.size} of ${reached.size + missing.length} steps, the others at random`,
        `sellers asked anew: ${[...relinks].map(([name, times]) => `${name} ${times}`).join(', ') || 'none'}`,
      ];
      if (missing.length > 0) {
        lines.push(`not reached: ${missing.map(({ name }) => name).join(', ')}`);
      }
      return lines.join('\n');
    },
  };
}
