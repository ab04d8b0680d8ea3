import { addDays } from '../../../apps/server/src/platform/calendar.ts';
import { bigTenant, lastDay, smallTenant } from '../reporting/big-tenant.ts';
import type { Benchmark, BenchmarkResult } from '../harness/benchmark.ts';
import { measureExport, type ExportRun } from '../reporting/export-run.ts';

/** Number of orders of the tenant. To use fewer: `ORDERS=100000 npm run bench -- export`. */
const orderCount = Number(process.env['ORDERS'] ?? 1_000_000);
/** V8's heap limit in megabytes. Without a limit, V8 collects garbage late, which hides our own memory use. */
const heapMb = 128;
const formats = ['csv', 'xlsx', 'parquet'] as const;
/** Shares of the days to export: by default 10,000, 100,000 and 1,000,000 orders. */
const shares = [0.01, 0.1, 1];
/** Limit of the difference between the smallest and the largest file. Garbage collection alone causes a smaller one. */
const maxGrowthMb = 32;

const benchmark: Benchmark = {
  measure({ isShort, withBigTenant, startReportingServer }) {
    const size = isShort ? smallTenant : { ...bigTenant, orders: orderCount };
    return withBigTenant(size, async ({ url, tenant: { tenantId, orders } }) => {
      const figures: BenchmarkResult[] = [];
      // One server process per format, so that memory of one format does not count for the next.
      for (const ofServer of isShort ? [formats] : formats.map((format) => [format])) {
        const server = await startReportingServer({ url, tenantId, heap: heapMb });
        try {
          for (const format of ofServer) {
            const runs: ExportRun[] = [];
            for (const share of shares) {
              const from = addDays(lastDay, 1 - Math.max(1, Math.round(size.days * share)));
              const query = `dataSet=orders&basis=created&from=${from}&to=${lastDay}&format=${format}`;
              runs.push(await measureExport(server, query));
            }
            figures.push(...summarizeRuns(format, orders, runs));
          }
        } finally {
          await server.stop();
        }
      }
      return figures;
    });
  },
};

function summarizeRuns(
  format: string,
  orders: number,
  runs: readonly ExportRun[],
): BenchmarkResult[] {
  const peaks = runs.map(({ peakMb }) => Math.round(peakMb));
  const last = runs.at(-1);
  const growth = (peaks.at(-1) ?? 0) - (peaks[0] ?? 0);
  const sizeMb = ((last?.bytes ?? 0) / 1024 ** 2).toFixed(0);
  return [
    {
      name: `${format} of 1 %, 10 % and all of ${orders.toLocaleString('en')} orders: most memory of a server with a heap of ${heapMb} MB`,
      value: peaks.map((peak) => `${peak} MB`).join(', '),
      target: `≤ ${maxGrowthMb} MB more`,
      reached: growth <= maxGrowthMb,
    },
    {
      name: `${format} of ${orders.toLocaleString('en')} orders, ${sizeMb} MB`,
      value: `${Math.round(orders / (last?.seconds ?? Number.NaN)).toLocaleString('en')} rows/s`,
      target: '',
      reached: null,
    },
  ];
}

export default benchmark;
