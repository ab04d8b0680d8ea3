import { setTimeout as delay } from 'node:timers/promises';
import type { MortalChild } from '../../../apps/server/src/collector/testing/killable-child.ts';
import { startReceiverChild } from '../../../apps/server/src/collector/testing/receiver-child.ts';
import { pushTargets } from '../../../apps/server/src/collector/testing/receiver.ts';
import { startWorkerChild } from '../../../apps/server/src/collector/testing/worker-child.ts';
import type { DyingMoment } from '../../../apps/server/src/platform/database/testing/crash-points.ts';
import { sql, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { everythingGoesWrong, struckFaults } from '../chaos/faults.ts';
import { bringEverythingIn } from '../chaos/drain.ts';
import { wrongAds, wrongMoney } from '../chaos/compare-money.ts';
import { countQuota, type QuotaCount } from '../chaos/quota-counter.ts';
import { wrongSales } from '../chaos/compare-sales.ts';
import { everyStep, type Step } from '../chaos/crash-steps.ts';
import { startChaosWorld, type ChaosWorld } from '../chaos/world.ts';
import { withDatabase } from '../harness/database.ts';

/** How long a process is waited for that is to die at a step that was not reached yet; then it dies at random. */
const stepMs = 6000;
/** Of the kills at random, the share that meets the process that takes messages. */
const receiversShare = 0.3;
/** Of all kills, the share after which the last shop is linked. */
const linkedAfter = 0.7;
const linkedAtFirst = 5;

/**
 * Hours in minutes: shops of all partners are linked one after the other, read and told of, every fault is on, and a
 * worker or the receiver of messages is killed again and again, by turns at a random moment and at the first step that
 * must not be done by half and at which none has died yet. At the end every layer of every shop must equal the
 * sandbox's ledgers, no seller may have been asked for a consent that was ours to keep, and no second may hold more
 * calls than the quota allows.
 * @returns what is wrong
 */
export function soakKills(kills: number): Promise<string[]> {
  return withDatabase(async ({ url, database }) => {
    // Slow enough that the last kill still meets a back-fill under way.
    const callsPerSecond = Math.min(200, Math.max(1, Math.round(600 / kills)));
    const world = await startChaosWorld(url, { callsPerSecond, steps: kills });
    const { sandbox, seller } = world;
    const quota = countQuota(sandbox);
    const mortals = startMortals(url, world, callsPerSecond);
    try {
      for (let linked = 0; linked < linkedAtFirst; linked += 1) await world.linkNext();
      await mortals.ensure('receiver');
      await everythingGoesWrong(sandbox);
      const deaths = await killAgainAndAgain(kills, world, mortals, quota);
      await quota.gather();
      const struck = await struckFaults(sandbox);
      await sandbox.faults([]);
      await world.moveClock(1);
      for (let left = world.shops.length; left > 0; left -= 1) await world.linkNext();
      await mortals.kill('worker');
      const fast = { callsPerSecond: 1000, environment: world.environment(200) };
      const worker = await startWorkerChild({
        databaseUrl: url,
        lazadaUrl: sandbox.lazadaUrl,
        ...fast,
      });
      await mortals.ensure('receiver');
      await bringEverythingIn(url, world, deaths.relink);
      await worker.kill();

      const wrong = [...mortals.ownEnds(), ...deaths.unnamed(struck)];
      const now = new Date(Date.parse(Object(await sandbox.control('GET', 'clock')).now));
      for (const shop of world.shops) {
        const of = [database, sandbox, seller.tenantId, shop] as const;
        if (shop.platform === 'FACEBOOK') wrong.push(...(await wrongAds(...of)));
        else wrong.push(...(await wrongSales(...of)), ...(await wrongMoney(...of, now)));
      }
      const allowed = Math.ceil(callsPerSecond * 1.2);
      const { over, seconds, most } = quota.over(allowed);
      const { total, failed } = quota.calls();
      if (over > 0) {
        wrong.push(`${over} of ${seconds} seconds of a shop hold more than ${allowed} calls`);
      }
      const hits = Map.groupBy(struck, ({ kind }) => kind);
      const faults = [...hits].map(
        ([kind, rules]) => `${kind} ${rules.reduce((sum, rule) => sum + rule.hits, 0)}`,
      );
      process.stdout.write(
        [
          `${total} calls, ${failed} of them failed; at most ${most} in a second of ${seconds} where ${allowed} are allowed`,
          `faults: ${faults.join(', ')}`,
          deaths.summary(),
          `consents ended by: ${(await endings(database, seller.tenantId)).join(', ') || 'nothing'}`,
          `messages: ${JSON.stringify(Object(await sandbox.control('GET', 'push')).platforms)}`,
          '',
        ].join('\n'),
      );
      return wrong;
    } finally {
      await mortals.kill('worker');
      await mortals.kill('receiver');
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

/** The partners' words at which a consent was taken for ended, and how often. */
async function endings(database: Database, tenantId: string): Promise<string[]> {
  const rows = await database.tenantRead<{ ending: string }>(tenantId, readEndings, [tenantId]);
  return rows.map(({ ending }) => ending);
}

/** The two processes that are killed; at most one of each lives. */
interface Mortals {
  /** Starts one if none lives, or anew with the moments at the first of which it is to die. */
  ensure(kind: Step['process'], diesAt?: readonly DyingMoment[]): Promise<MortalChild>;
  kill(kind: Step['process']): Promise<void>;
  /** Those that ended though nobody killed them. */
  ownEnds(): string[];
}

function startMortals(url: string, world: ChaosWorld, callsPerSecond: number): Mortals {
  const { sandbox } = world;
  const alive = new Map<Step['process'], MortalChild>();
  let port = 0;
  const ownEnds: string[] = [];
  async function kill(kind: Step['process']): Promise<void> {
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

interface Deaths {
  /** Links anew what only a new consent helps; what cannot be now is tried with the next call. */
  relink(): Promise<void>;
  /** Sellers who were asked for a consent, with a reason that the faults do not explain. */
  unnamed(struck: readonly { platform: string; kind: string; hits: number }[]): string[];
  summary(): string;
}

/**
 * The fault that explains why a consent is asked for. Facebook exchanges a token only while it holds, so one that has
 * expired ends the consent; elsewhere it is renewed.
 */
function faultBehind(platform: string, reason: string): string | null {
  if (reason === 'refused') return 'revoked_token';
  return reason === 'ended' && platform === 'FACEBOOK' ? 'expired_token' : null;
}

async function killAgainAndAgain(
  kills: number,
  world: ChaosWorld,
  mortals: Mortals,
  quota: QuotaCount,
): Promise<Deaths> {
  const { sandbox, seller, assembly, shops } = world;
  /** Those that are to be reached before one is reached a second time. */
  let open = everyStep();
  const reached = new Map<string, number>();
  const asked = new Map<string, number>();
  const waiting = new Set<string>();
  const linkEvery = Math.max(1, Math.floor((kills * linkedAfter) / (shops.length - linkedAtFirst)));

  async function relink(): Promise<void> {
    for (const shop of await assembly.partners.listShops(seller.tenantId)) {
      if (shop.status !== 'needs_reauthorization') continue;
      const name = `${shop.platform} ${shop.reason}`;
      if (!waiting.has(shop.shopId)) asked.set(name, (asked.get(name) ?? 0) + 1);
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
    const toReach = kill % 2 === 0 ? open[Math.floor(Math.random() * open.length)] : undefined;
    const kind = toReach?.process ?? (Math.random() < receiversShare ? 'receiver' : 'worker');
    const steps = toReach ? open.filter(({ process }) => process === kind) : [];
    const diesAt = steps.map(({ moment }) => moment);
    const child = await mortals.ensure(kind, toReach && diesAt);
    await mortals.ensure(kind === 'worker' ? 'receiver' : 'worker');
    // Partners tell of what happens meanwhile, and there is somebody who hears it.
    await world.moveClock(kill / kills);
    const waitMs = toReach ? stepMs : 100 + Math.random() * 900;
    await Promise.race([child.ended, delay(waitMs)]);
    await mortals.kill(kind);
    const step = steps[diesAt.findIndex((moment) => moment === child.diedAt())];
    if (step) {
      reached.set(step.name, (reached.get(step.name) ?? 0) + 1);
      open = open.filter((each) => each !== step);
      if (open.length === 0) open = everyStep();
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
      [...asked].flatMap(([name, times]) => {
        const [platform = '', reason = ''] = name.split(' ');
        if (reason === 'renewal_lost') return [];
        const fault = faultBehind(platform, reason);
        const behind = struck.filter((rule) => rule.platform === platform && rule.kind === fault);
        if (times <= behind.reduce((sum, { hits }) => sum + hits, 0)) return [];
        return [`${platform}: ${times} sellers were asked for a consent because ${reason}`];
      }),
    summary() {
      const missing = everyStep().filter(({ name }) => !reached.has(name));
      const died = [...reached.values()].reduce((sum, times) => sum + times, 0);
      const lines = [
        `${died} kills at ${reached.size} of ${reached.size + missing.length} steps, the others at random`,
        `sellers asked anew: ${[...asked].map(([name, times]) => `${name} ${times}`).join(', ') || 'none'}`,
      ];
      if (missing.length > 0) {
        lines.push(`not reached: ${missing.map(({ name }) => name).join(', ')}`);
      }
      return lines.join('\n');
    },
  };
}
