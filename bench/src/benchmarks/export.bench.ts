import { addDays } from '../../../apps/server/src/platform/calendar.ts';
import { bigTenant, lastDay, createBigTenant, smallTenant } from '../reporting/big-tenant.ts';
import type { Benchmark, BenchmarkResult } from '../harness/benchmark.ts';
import { measureExport, type ExportRun } from '../reporting/export-run.ts';
import { withReportingServer } from '../reporting/reporting-client.ts';

/** For fewer orders: `ORDERS=100000 npm run bench -- export`. */
const orderCount = Number(process.env['ORDERS'] ?? 1_000_000);
/** V8's heap limit in megabytes. Without a limit V8 collects garbage late, which hides our own memory use. */
const heap = 128;
const formats = ['csv', 'xlsx', 'parquet'] as const;
/** Shares of the days to export: 10,000, 100,000 and 1,000,000 orders. */
const parts = [0.01, 0.1, 1];
/** A larger difference between the smallest and the largest file counts as growth, not as garbage collection noise. */
const maxGrowthMb = 32;

const benchmark: Benchmark = {
  name: 'export',
  long: true,
  measure({ isShort, withDatabase }) {
    const size = isShort ? smallTenant : { ...bigTenant, orders: orderCount };
    return withDatabase(async (given) => {
      const { tenantId, orders } = await createBigTenant(given, size);
      const figures: BenchmarkResult[] = [];
      for (const format of formats) {
        // One server process per format, so that memory of one format does not count for the next.
        const runs = await withReportingServer(
          { url: given.url, tenantId, heap },
          async (server) => {
            const found: ExportRun[] = [];
            for (const part of parts) {
              const from = addDays(lastDay, 1 - Math.max(1, Math.round(size.days * part)));
              const query = `dataSet=orders&basis=created&from=${from}&to=${lastDay}&format=${format}`;
              found.push(await measureExport(server, query));
            }
            return found;
          },
        );
        figures.push(...figuresOf(format, orders, runs));
      }
      return figures;
    });
  },
};

function figuresOf(format: string, orders: number, runs: readonly ExportRun[]): BenchmarkResult[] {
  const peaks = runs.map(({ peakMb }) => Math.round(peakMb));
  const last = runs.at(-1);
  const growth = (peaks.at(-1) ?? 0) - (peaks[0] ?? 0);
  const mb = ((last?.bytes ?? 0) / 1024 ** 2).toFixed(0);
  return [
    {
      what: `${format} of 1 %, 10 % and all of ${orders.toLocaleString('en')} orders: most memory of a server with a heap of ${heap} MB`,
      figure: peaks.map((peak) => `${peak} MB`).join(', '),
      bar: `≤ ${maxGrowthMb} MB more`,
      reached: growth <= maxGrowthMb,
    },
    {
      what: `${format} of ${orders.toLocaleString('en')} orders, ${mb} MB`,
      figure: `${Math.round(orders / (last?.seconds ?? Number.NaN)).toLocaleString('en')} rows/s`,
      bar: '',
      reached: null,
    },
  ];
}

export default benchmark;
