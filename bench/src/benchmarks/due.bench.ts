import { readHintedStreams } from '../../../apps/server/src/collector/leases/hint-store.ts';
import { readDueStreams } from '../../../apps/server/src/collector/leases/stream-store.ts';
import { maxStreamsPerPoll } from '../../../apps/server/src/collector/scheduling/worker.ts';
import { ownerPool } from '../harness/database.ts';
import { median, type Benchmark } from '../harness/benchmark.ts';

const targetMs = 15;

// Streams of a hundred thousand shops in the order of their ids, so one in 65 due is spread over the whole table. A
// tenth of the due ones is being synced. Every fifth stream has a hint, one in twelve of them due.
const insertStreams = `
  insert into collector.stream
    (tenant_id, shop_id, stream, state, next_run_at, lease_expires_at, requested_at, current_at, backfilled_at)
  select md5('team ' || n / 50)::uuid, md5('shop ' || n / 5)::uuid,
         (array['shop', 'orders', 'products', 'returns', 'settlements'])[n % 5 + 1], 'up_to_date',
         now() + case when n % 65 = 0 then -1 else 1 end * (n % 3600 + 60) * interval '1 second',
         case when n % 650 = 0 then now() + interval '1 hour' end, now(), now(), now()
    from generate_series(0, $1::int - 1) as n`;
const insertHints = `
  insert into collector.hint (tenant_id, shop_id, stream, external_id, enqueued_at, due_at)
  select tenant_id, shop_id, stream, '1', now(),
         now() + case when abs(hashtext(shop_id::text)) % 12 = 0 then -1 else 1 end * interval '1 hour'
    from collector.stream where stream = 'orders'`;

const benchmark: Benchmark = {
  measure({ isShort, withDatabase }) {
    const [streams, rounds] = isShort ? [1000, 1] : [500_000, 15];
    return withDatabase(async ({ url, database }) => {
      const owner = ownerPool(url, 1);
      try {
        await owner.query(insertStreams, [streams]);
        await owner.query(insertHints);
        await owner.query('vacuum analyze collector.stream, collector.hint');
        const millisecondsOf = async (read: () => Promise<readonly unknown[]>) => {
          const times: number[] = [];
          for (let round = 0; round < rounds; round += 1) {
            const startedAt = performance.now();
            const found = await read();
            times.push(performance.now() - startedAt);
            if (found.length === 0) throw new Error('No stream is due');
          }
          return median(times);
        };
        const due = await millisecondsOf(() => readDueStreams(database, maxStreamsPerPoll));
        const hinted = await millisecondsOf(() => readHintedStreams(database, maxStreamsPerPoll));
        await owner.query('drop index collector.stream_next_run');
        const withoutIndex = await millisecondsOf(() =>
          readDueStreams(database, maxStreamsPerPoll),
        );
        const size = streams.toLocaleString('en');
        return [
          {
            name: `poll for due streams among ${size}`,
            value: `${due.toFixed(1)} ms`,
            target: `≤ ${targetMs} ms`,
            reached: due <= targetMs,
          },
          {
            name: `poll for streams with due hints among ${size}`,
            value: `${hinted.toFixed(1)} ms`,
            target: `≤ ${targetMs} ms`,
            reached: hinted <= targetMs,
          },
          {
            name: 'poll for due streams by an index that begins with the tenant, for comparison',
            value: `${withoutIndex.toFixed(1)} ms`,
            target: '',
            reached: null,
          },
        ];
      } finally {
        await owner.end();
      }
    });
  },
};

export default benchmark;
