import { setTimeout as delay } from 'node:timers/promises';
import { createSeller } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import {
  startPushEnvironment,
  type PushEnvironment,
} from '../../../apps/server/src/collector/testing/push-environment.ts';
import type { LedgerDay } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import {
  eventfulDays,
  storedDays,
} from '../../../apps/server/src/collector/testing/stored-days.ts';
import { percentile, type Benchmark } from '../harness/benchmark.ts';

/** Simulated time per round, in which a few orders are placed, paid, canceled or returned. */
const stepSeconds = 1800;
const maxWaitMs = 30_000;
/** Orders change for a month at most. */
const firstDay = '2026-10-05';

const benchmark: Benchmark = {
  measure({ isShort, withDatabase, startSandbox }) {
    const rounds = isShort ? 1 : 50;
    return withDatabase(async ({ url }) => {
      const world = await startPushEnvironment(
        url,
        isShort ? await startSandbox('tiny') : ['--clock', '2026-11-10T01:00:00Z'],
      );
      const seller = await createSeller(world.assembly);
      try {
        const linked: [string, string][] = [];
        const shops = (await world.sandbox.shops()).slice(0, isShort ? 1 : undefined);
        for (const { externalShopId } of shops) {
          linked.push([await seller.link(world.sandbox, externalShopId), externalShopId]);
        }
        await seller.until(600_000);
        // Makes the sandbox check its shops now, so that every change from here on is pushed.
        await world.sandbox.control('PUT', 'push', {});
        const times: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const before = await Promise.all(linked.map(([, external]) => ledger(world, external)));
          await world.sandbox.clock({ advanceSeconds: isShort ? 150 * stepSeconds : stepSeconds });
          const moved = performance.now();
          const wait = async ([shopId, external]: [string, string], known: string | undefined) => {
            const expected = await ledger(world, external);
            if (expected === known) return;
            for (;;) {
              const { database } = world.assembly;
              const days = await storedDays(database, seller.tenantId, shopId);
              if (recent(days) === expected) break;
              if (performance.now() - moved > maxWaitMs) {
                throw new Error(`The figures of ${external} are not the ledger's`);
              }
              await delay(isShort ? 100 : 15);
            }
            times.push(performance.now() - moved);
          };
          await Promise.all(linked.map((pair, place) => wait(pair, before[place])));
        }
        const p99 = percentile(times, 0.99) / 1000;
        const p50 = percentile(times, 0.5) / 1000;
        return [
          {
            name: `push to report, ${linked.length} shops of the sandbox beside it, ${times.length} changes of a day's figures, p99 (p50 ${p50.toFixed(2)} s)`,
            value: `${p99.toFixed(2)} s`,
            target: '≤ 5 s',
            reached: p99 <= 5,
          },
        ];
      } finally {
        await world.stop();
      }
    });
  },
};

async function ledger(world: PushEnvironment, external: string): Promise<string> {
  const path = `ledger?platform=LAZADA&shop=${external}&from=${firstDay}`;
  const { days } = Object(await world.sandbox.control('GET', path));
  return recent(days);
}

/** Serializes the days on which an order that still changes may have been placed. */
function recent(days: readonly LedgerDay[]): string {
  return JSON.stringify(eventfulDays(days.filter(({ date }) => date >= firstDay)));
}

export default benchmark;
