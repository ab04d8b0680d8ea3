import { assemble } from '../../../apps/server/src/collector/testing/assembly.ts';
import { createSeller } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import {
  eventfulDays,
  storedDays,
} from '../../../apps/server/src/collector/testing/stored-days.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { startWorkers } from '../harness/worker.ts';

/** The partner's rate limit in calls per second and seller, counted in whole seconds. */
const allowed = 20;
/** About 90,000 orders. A smaller shop would sync so fast that start and end would distort the result. */
const external = '200164501';

const faults = [
  'duplicate_items',
  'reorder_items',
  'truncated_page',
  'http_5xx',
  'drop_connection',
];
const paths = ['/orders/get', '/orders/items/get'];

interface CallSummary {
  path: string;
  shop: string | null;
  total: number;
  failed: number;
  seconds: { second: string; calls: number }[];
}

/** Returns a function that computes the share of permits used between two seconds, with indices as in `Array.slice`. */
function permitShare(bySecond: ReadonlyMap<string, number>) {
  const at = [...bySecond.keys()].map((second) => Date.parse(second) / 1000);
  const first = at.reduce((min, each) => Math.min(min, each), Infinity);
  const calls: number[] = [];
  for (const [second, count] of bySecond) calls[Date.parse(second) / 1000 - first] = count;
  return (from: number, to?: number) => {
    const part = Array.from(calls.keys()).slice(from, to);
    return part.reduce((sum, second) => sum + (calls[second] ?? 0), 0) / part.length / allowed;
  };
}

const benchmark: Benchmark = {
  measure({ isShort, withDatabase, startSandbox }) {
    // Length of the start and of the end of a run, in seconds.
    const edge = isShort ? 1 : 10;
    return withDatabase(async ({ url, database }) => {
      const sandbox = await startSandbox(isShort ? 'tiny' : 'medium');
      await sandbox.control('DELETE', 'calls');
      const { lazadaUrl } = sandbox;
      const assembly = await assemble({ databaseUrl: url, lazadaUrl, callsPerSecond: allowed });
      await sandbox.control('PUT', 'lazada', { callsPerSecondPerSeller: allowed });
      await sandbox.faults(
        faults.flatMap((kind) =>
          paths.map((path) => ({ platform: 'LAZADA', kind, path, probability: 0.01 })),
        ),
      );
      // Several processes share the shop's rate limit.
      const workers = await startWorkers(assembly, {
        count: isShort ? 0 : 2,
        databaseUrl: url,
        lazadaUrl,
        callsPerSecond: allowed,
      });
      try {
        const seller = await createSeller(assembly);
        const shopId = await seller.link(sandbox, external);
        const started = performance.now();
        await seller.until(600_000, undefined, 250);
        const seconds = (performance.now() - started) / 1000;
        const ours = await storedDays(database, seller.tenantId, shopId);
        const theirs = eventfulDays(await sandbox.ledger(external));
        if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
          throw new Error('The figures are not the ledger’s');
        }
        const answer = await sandbox.control('GET', 'calls?per=second');
        const listed: CallSummary[] = Reflect.get(Object(answer), 'items');
        const calls = listed.filter(
          ({ shop, path }) => shop === external && !path.startsWith('/auth/'),
        );
        const bySecond = new Map<string, number>();
        for (const each of calls.flatMap((one) => one.seconds)) {
          bySecond.set(each.second, (bySecond.get(each.second) ?? 0) + each.calls);
        }
        const total = calls.reduce((sum, each) => sum + each.total, 0);
        const failed = calls.reduce((sum, each) => sum + each.failed, 0);
        const over = [...bySecond.values()].filter((count) => count > allowed).length;
        const share = (total - failed) / allowed / seconds;
        const used = permitShare(bySecond);
        return [
          {
            name: `back-fill of a shop under ${allowed} calls a second and ${failed} faults among ${total} calls: the least time that the answered ones need, against the time taken`,
            value: `${share.toFixed(3)}, ${seconds.toFixed(1)} s`,
            target: '≥ 0.95',
            reached: share >= 0.95,
          },
          {
            name: `of the turns that there were in the first ${edge} seconds, the last ${edge} and between them, those that were used`,
            value: [used(0, edge), used(-edge), used(edge, -edge)]
              .map((part) => part.toFixed(3))
              .join(', '),
            target: '',
            reached: null,
          },
          {
            name: 'seconds in which more calls came than the quota allows',
            value: `${over} of ${bySecond.size}, at most ${Math.max(...bySecond.values())} calls`,
            target: '0',
            reached: over === 0,
          },
        ];
      } finally {
        for (const worker of workers) await worker.stop();
        await assembly.stop();
        await sandbox.stop();
      }
    });
  },
};

export default benchmark;
