import { renew } from '../../../apps/server/src/collector/leases/stream-store.ts';
import { progressTopic } from '../../../apps/server/src/collector/leases/stream-lease.ts';
import { leasedStream } from '../../../apps/server/src/collector/testing/leased-stream.ts';
import {
  openDatabase,
  sql,
  type Database,
} from '../../../apps/server/src/platform/database/database.ts';
import { openEvents, type Events } from '../../../apps/server/src/platform/events.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { median, type Benchmark } from '../harness/benchmark.ts';

/** Connections that commit at the same time. */
const clients = 32;

/** Where an event is sent: in the transaction that it is about, after its commit, or nowhere. */
const modes = ['inside', 'after', 'none'] as const;
type Mode = (typeof modes)[number];

const notifyInside = sql('bench.notify', `select pg_notify('seller_connect', $1)`);
const insertStream = sql(
  'bench.insert_stream',
  `insert into collector.stream (tenant_id, shop_id, stream, state, fencing_token, requested_at)
   values ($1, $2, $3, 'syncing', $4, now())`,
);

/** Renews leases, the smallest commit of a worker, on all connections. */
async function commitsPerSecond(
  database: Database,
  events: Events,
  mode: Mode,
  seconds: number,
): Promise<number> {
  const streams = Array.from({ length: clients }, () => leasedStream());
  await Promise.all(
    streams.map(({ tenantId, shopId, stream, fencingToken }) =>
      database.tenant(tenantId, (tx) =>
        tx.execute(insertStream, [tenantId, shopId, stream, fencingToken]),
      ),
    ),
  );
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const commits = await Promise.all(
    streams.map(async (stream) => {
      const { tenantId } = stream;
      const key = `${progressTopic}:${tenantId}`;
      for (let count = 0; ; count += 1) {
        if (performance.now() >= endsAt) return count;
        await database.tenant(tenantId, async (tx) => {
          const renewed = renew(tx, stream, 60_000);
          await Promise.all([
            renewed,
            ...(mode === 'inside' ? [tx.query(notifyInside, [key])] : []),
          ]);
        });
        if (mode === 'after') events.publish(progressTopic, tenantId);
      }
    }),
  );
  const total = commits.reduce((sum, count) => sum + count, 0);
  return total / ((performance.now() - startedAt) / 1000);
}

const benchmark: Benchmark = {
  measure({ isShort, withDatabase }) {
    const [rounds, seconds] = isShort ? [1, 0.2] : [5, 4];
    return withDatabase(async ({ url }) => {
      const log = createLog('silent');
      const database = openDatabase({ url, role: 'seller_connect_app', poolSize: clients, log });
      const events = openEvents({ url, database, log });
      try {
        // A process of the API listens to another team.
        events.subscribe(progressTopic, 'nobody', () => undefined);
        const speeds: Record<Mode, number[]> = { inside: [], after: [], none: [] };
        for (let round = 0; round < rounds; round += 1) {
          for (const mode of modes) {
            speeds[mode].push(await commitsPerSecond(database, events, mode, seconds));
          }
        }
        const ratio = median(
          speeds.after.map((after, round) => after / (speeds.inside[round] ?? 1)),
        );
        const perSecond = (mode: Mode) =>
          `${Math.round(median(speeds[mode])).toLocaleString('en')}/s`;
        return [
          {
            name: `commits of ${clients} connections with events, against events inside the transaction`,
            value: `${ratio.toFixed(1)} × (${perSecond('after')}, ${perSecond('inside')}; ${perSecond('none')} without events)`,
            target: '≥ 3 ×',
            reached: ratio >= 3,
          },
        ];
      } finally {
        await events.close();
        await database.close();
      }
    });
  },
};

export default benchmark;
