import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from '../../../apps/server/src/platform/database/database.ts';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { residentBytes } from '../harness/process-usage.ts';

const million = 1_000_000;
/** Ten million rows take about 20 GB of disk and 20 minutes. For fewer: `ROWS=1000000 npm run bench -- memory`. */
const defaultRows = Number(process.env['ROWS'] ?? 10 * million);
const shortRows = 600;
/** The average of the generated orders. */
const linesPerOrder = 1.8;
/** Without a limit V8 collects garbage late, which hides our own memory use. */
const heapFlag = '--max-old-space-size=192';
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

/** Sizes in megabytes, right after a garbage collection. */
interface HeapSample {
  rows: number;
  /** Memory in use: V8's used heap and external memory. */
  alive: number;
  /** V8's heap, including its free space. */
  heap: number;
  /** Resident memory outside the heap: code, stacks, buffers and memory that the allocator retains. */
  rest: number;
}

async function sampleHeap(worker: ChildProcess, rows: number): Promise<HeapSample> {
  const message = once(worker, 'message');
  worker.send('alive?');
  const [answer] = await message;
  const megabytes = (name: string) => Number(Reflect.get(Object(answer), name)) / 1024 ** 2;
  return { rows, alive: megabytes('alive'), heap: megabytes('heap'), rest: megabytes('rest') };
}

/** Returns the growth in megabytes per million rows, by least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) =>
    samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const [x, y] = [mean((each) => each.rows), mean((each) => each.megabytes)];
  const variance = mean((each) => (each.rows - x) ** 2);
  return (mean((each) => (each.rows - x) * (each.megabytes - y)) / variance) * million;
}

const benchmark: Benchmark = {
  measure({ isShort, withDatabase }) {
    const wantedRows = isShort ? shortRows : defaultRows;
    const heapSampleCount = isShort ? 2 : 8;
    // Heap samples start at `firstSampleAt`. Growth is computed from `stableFrom` on, when the heap has its full size. The
    // few rows of the short form may all be there at the second look.
    const firstSampleAt = isShort ? 0 : Math.min(100_000, wantedRows / 10);
    const stableFrom = isShort ? 0 : Math.min(million, wantedRows / 5);
    return withDatabase(async ({ url, database }) => {
      const orders = Math.round(wantedRows / linesPerOrder);
      const [tenantId, shopId] = [newId(), newId()];
      const worker = spawn(
        process.execPath,
        [
          heapFlag,
          '--expose-gc',
          join(import.meta.dirname, '../reporting/endless-worker.ts'),
          url,
          tenantId,
          shopId,
          String(orders),
        ],
        { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
      );
      const samples: Sample[] = [];
      const heapSamples: HeapSample[] = [];
      const begun = performance.now();
      try {
        for (;;) {
          await delay(isShort ? 20 : 500);
          if (worker.exitCode !== null) throw new Error(`The worker ended with ${worker.exitCode}`);
          const [read] = await database.tenantRead<{ orders: bigint; done: boolean | null }>(
            tenantId,
            readSoFar,
            [tenantId],
          );
          const megabytes = residentBytes(worker.pid ?? 0) / 1024 ** 2;
          const rows = Number(read?.orders ?? 0n) * linesPerOrder;
          samples.push({ rows, megabytes });
          if (rows >= firstSampleAt + (heapSamples.length * wantedRows) / heapSampleCount) {
            heapSamples.push(await sampleHeap(worker, rows));
          }
          if (samples.length % 60 === 0) {
            process.stderr.write(`${Math.round(rows)} rows, ${Math.round(megabytes)} MB\n`);
          }
          if (read?.done !== true) continue;
          heapSamples.push(await sampleHeap(worker, rows));
          break;
        }
      } finally {
        worker.kill('SIGKILL');
        if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
      }
      const seconds = (performance.now() - begun) / 1000;
      const [stored] = await database.tenantRead<{ orders: bigint }>(tenantId, countLines, [
        tenantId,
      ]);
      if (stored?.orders !== BigInt(orders)) {
        throw new Error(`${stored?.orders} orders are held of ${orders}`);
      }
      const around = (mark: number) => {
        const near = samples.filter(({ rows }) => rows >= mark * 0.8 && rows <= mark * 1.2);
        return Math.max(...near.map(({ megabytes }) => megabytes));
      };
      const reached = [...new Set([...marks, wantedRows])].filter((mark) =>
        Number.isFinite(around(mark)),
      );
      // The first rows fill one-time allocations: code, connections and the heap's initial size.
      const stableSamples = samples.filter(({ rows }) => rows >= stableFrom);
      const growth = slope(stableSamples);
      const later = heapSamples.filter(({ rows }) => rows >= stableFrom);
      const growthOf = (part: 'alive' | 'heap' | 'rest') =>
        slope(later.map((each) => ({ rows: each.rows, megabytes: each[part] })));
      return [
        {
          name: `memory of a worker with a heap of 192 MB that reads a shop of ${wantedRows.toLocaleString('en')} rows, ${Math.round(seconds)} s`,
          value: reached
            .map((mark) => `${mark.toLocaleString('en')}: ${Math.round(around(mark))} MB`)
            .join(', '),
          target: '',
          reached: null,
        },
        {
          name: `its growth with each million rows, from ${stableFrom.toLocaleString('en')} on`,
          value: `${growth.toFixed(1)} MB`,
          target: '≤ 5 MB',
          reached: growth <= 5,
        },
        {
          name: 'what is in use in it after garbage was collected, and its growth with each million rows',
          value: `${heapSamples.map(({ rows, alive }) => `${Math.round(rows).toLocaleString('en')}: ${alive.toFixed(1)} MB`).join(', ')}; ${growthOf('alive').toFixed(1)} MB`,
          target: '≤ 5 MB',
          reached: growthOf('alive') <= 5,
        },
        {
          name: 'by the same looks: the room of V8’s heap, and everything else that the system counts',
          value: `${heapSamples.map(({ heap, rest }) => `${heap.toFixed(0)} + ${rest.toFixed(0)}`).join(', ')} MB; ${growthOf('heap').toFixed(1)} and ${growthOf('rest').toFixed(1)} MB`,
          target: '',
          reached: null,
        },
      ];
    });
  },
};

export default benchmark;
