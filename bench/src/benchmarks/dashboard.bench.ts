import { bigTenant, createBigTenant, smallTenant } from '../reporting/big-tenant.ts';
import { serverPid } from '../harness/database.ts';
import { median, percentile, type Benchmark, type BenchmarkResult } from '../harness/benchmark.ts';
import { dashboardCalls, listCalls, queryCalls, type Call } from '../reporting/report-calls.ts';
import { cpuSeconds } from '../harness/process-usage.ts';
import { measureTimes, withReportingServer } from '../reporting/reporting-client.ts';

/** Number of orders of the tenant. To use fewer: `ORDERS=1000000 npm run bench -- dashboard`. */
const orderCount = Number(process.env['ORDERS'] ?? 10_000_000);
/** Limit of the 95th percentile. */
const barMs = 150;

const benchmark: Benchmark = {
  name: 'dashboard',
  long: true,
  measure({ isShort, withDatabase }) {
    const size = isShort ? smallTenant : { ...bigTenant, orders: orderCount };
    return withDatabase(async (db) => {
      const tenant = await createBigTenant(db, size);
      const postgresPid = await serverPid(db.database);
      return withReportingServer({ url: db.url, tenantId: tenant.tenantId }, async (server) => {
        const usedCpuSeconds = () => cpuSeconds(server.pid) + cpuSeconds(postgresPid);
        const runCalls = async (name: string, calls: readonly Call[]): Promise<BenchmarkResult> => {
          const before = usedCpuSeconds();
          const { times, rounds } = await measureTimes(server, calls, isShort ? 1 : 40);
          const p95 = percentile(times, 0.95);
          const cpuMs = ((usedCpuSeconds() - before) / rounds) * 1000;
          return {
            name: `${name}: p95, median, processor time`,
            value: `${Math.round(p95)} ms, ${Math.round(median(times))} ms, ${Math.round(cpuMs)} ms`,
            bar: `≤ ${barMs} ms`,
            reached: p95 <= barMs,
          };
        };
        const tenantSize = `${tenant.orders.toLocaleString('en')} orders`;
        const figures: BenchmarkResult[] = [];
        const dashboard = dashboardCalls();
        for (const call of [...dashboard, ...listCalls(tenant), ...queryCalls()]) {
          figures.push(await runCalls(`${tenantSize}: ${call.name}`, [call]));
        }
        for (const period of ['7d', '28d', '90d']) {
          const calls = dashboard.filter(({ name }) => name.endsWith(`, ${period}`));
          figures.push(await runCalls(`${tenantSize}: whole dashboard at once, ${period}`, calls));
        }
        return figures;
      });
    });
  },
};

export default benchmark;
