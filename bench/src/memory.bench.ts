import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { withDatabase } from './database.ts';
import type { Benchmark } from './figure.ts';
import { residentBytes } from './processor-time.ts';

const million = 1_000_000;
/** Ten million take some 20 GB of disk and as many minutes; fewer by `ROWS=1000000 npm run bench -- memory`. */
const wantedRows = Number(process.env['ROWS'] ?? 10 * million);
/** As the made orders have it. */
const linesOfAnOrder = 1.8;
/** Without a bound V8 lets garbage lie for as long as the machine has memory, which says nothing of ours. */
const heap = '--max-old-space-size=192';
const marks = [10_000, 100_000, million, 3 * million, 10 * million];

const readSoFar = sql(
  'bench.read_so_far',
  `select coalesce(sum(rows), 0)::bigint as orders, bool_or(backfilled_at is not null) as done
     from collector.stream where tenant_id = $1 and stream = 'orders'`,
);
const countLines = sql(
  'bench.endless_lines',
  `select (select sum(placed_orders) from reporting.agg_shop_day where tenant_id = $1)::bigint as orders,
          (select sum(units) from reporting.agg_shop_day where tenant_id = $1)::bigint as units`,
);

interface Sample {
  rows: number;
  megabytes: number;
}

/** Megabytes more for each million rows, by least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const [x, y] = [mean((each) => each.rows), mean((each) => each.megabytes)];
  const spread = mean((each) => (each.rows - x) ** 2);
  return (mean((each) => (each.rows - x) * (each.megabytes - y)) / spread) * million;
}

const benchmark: Benchmark = {
  name: 'memory',
  long: true,
  measure() {
    return withDatabase(async ({ url, database }) => {
      const orders = Math.round(wantedRows / linesOfAnOrder);
      const [tenantId, shopId] = [newId(), newId()];
      const worker = spawn(
        process.execPath,
        [
          heap,
          join(import.meta.dirname, 'endless-worker.ts'),
          url,
          tenantId,
          shopId,
          String(orders),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const samples: Sample[] = [];
      const begun = performance.now();
      try {
        for (;;) {
          await delay(500);
          if (worker.exitCode !== null) throw new Error(`The worker ended with ${worker.exitCode}`);
          const [read] = await database.tenantRead<{ orders: bigint; done: boolean | null }>(
            tenantId,
            readSoFar,
            [tenantId],
          );
          const megabytes = residentBytes(worker.pid ?? 0) / 1024 ** 2;
          samples.push({ rows: Number(read?.orders ?? 0n) * linesOfAnOrder, megabytes });
          if (samples.length % 60 === 0) {
            const { rows = 0 } = samples.at(-1) ?? {};
            process.stderr.write(`${Math.round(rows)} rows, ${Math.round(megabytes)} MB\n`);
          }
          if (read?.done === true) break;
        }
      } finally {
        worker.kill('SIGKILL');
        if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
      }
      const seconds = (performance.now() - begun) / 1000;
      const [held] = await database.tenantRead<{ orders: bigint }>(tenantId, countLines, [
        tenantId,
      ]);
      if (held?.orders !== BigInt(orders)) {
        throw new Error(`${held?.orders} orders are held of ${orders}`);
      }
      const around = (mark: number) => {
        const near = samples.filter(({ rows }) => rows >= mark * 0.8 && rows <= mark * 1.2);
        return Math.max(...near.map(({ megabytes }) => megabytes));
      };
      const reached = marks.filter((mark) => Number.isFinite(around(mark)));
      // The first rows fill what is allotted once: code, connections, the heap's own room.
      const settled = samples.filter(({ rows }) => rows >= Math.min(200_000, wantedRows / 2));
      const growth = slope(settled);
      return [
        {
          what: `memory of a worker with a heap of 192 MB that reads a shop of ${wantedRows.toLocaleString('en')} rows, ${Math.round(seconds)} s`,
          figure: reached
            .map((mark) => `${mark.toLocaleString('en')}: ${Math.round(around(mark))} MB`)
            .join(', '),
          bar: '',
          reached: null,
        },
        {
          what: 'its growth with each million rows',
          figure: `${growth.toFixed(1)} MB`,
          bar: '≤ 5 MB',
          reached: growth <= 5,
        },
      ];
    });
  },
};

export default benchmark;
