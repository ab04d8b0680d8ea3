import { spawn, type ChildProcess } from 'node:child_process';
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
/** When what is alive is first looked at, and when the heap has its room, so that growth is told from there on. */
const lookedAtFrom = Math.min(100_000, wantedRows / 10);
const settledFrom = Math.min(million, wantedRows / 5);
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

/** What is alive in the worker after its garbage was collected. */
async function alive(worker: ChildProcess): Promise<number> {
  const told = once(worker, 'message');
  worker.send('alive?');
  const [bytes] = await told;
  return Number(bytes) / 1024 ** 2;
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
          '--expose-gc',
          join(import.meta.dirname, 'endless-worker.ts'),
          url,
          tenantId,
          shopId,
          String(orders),
        ],
        { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
      );
      const samples: Sample[] = [];
      const living: Sample[] = [];
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
          const rows = Number(read?.orders ?? 0n) * linesOfAnOrder;
          samples.push({ rows, megabytes });
          if (living.length === 0 && rows >= lookedAtFrom) {
            living.push({ rows, megabytes: await alive(worker) });
          }
          if (samples.length % 60 === 0) {
            process.stderr.write(`${Math.round(rows)} rows, ${Math.round(megabytes)} MB\n`);
          }
          if (read?.done !== true) continue;
          living.push({ rows, megabytes: await alive(worker) });
          break;
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
      const settled = samples.filter(({ rows }) => rows >= settledFrom);
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
          what: `its growth with each million rows, from ${settledFrom.toLocaleString('en')} on`,
          figure: `${growth.toFixed(1)} MB`,
          bar: '≤ 5 MB',
          reached: growth <= 5,
        },
        {
          what: 'what is alive in it after garbage was collected, and its growth with each million rows',
          figure: `${living.map(({ rows, megabytes }) => `${Math.round(rows).toLocaleString('en')}: ${megabytes.toFixed(1)} MB`).join(', ')}; ${slope(living).toFixed(1)} MB`,
          bar: '≤ 5 MB',
          reached: slope(living) <= 5,
        },
      ];
    });
  },
};

export default benchmark;
