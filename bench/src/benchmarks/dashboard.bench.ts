import { bigTenant, smallTenant } from '../reporting/big-tenant.ts';
import { serverPid } from '../harness/database.ts';
import { median, percentile, type Benchmark, type BenchmarkResult } from '../harness/benchmark.ts';
import {
  dashboardCalls,
  dashboardPeriods,
  listCalls,
  queryCalls,
  type Call,
} from '../reporting/report-calls.ts';
import { cpuSeconds } from '../harness/process-usage.ts';
import { measureTimes } from '../reporting/reporting-client.ts';

/** Number of orders of the tenant. To use fewer: `ORDERS=1000000 npm run bench -- dashboard`. */
const orderCount = Number(process.env['ORDERS'] ?? 10_000_000);
/** Limit of the 95th percentile. */
const targetMs = 150;

const benchmark: Benchmark = {
  measure({ isShort, withBigTenant, startReportingServer }) {
    const size = isShort ? smallTenant : { ...bigTenant, orders: orderCount };
    return withBigTenant(size, async ({ url, database, tenant }) => {
      const postgresPid = await serverPid(database);
      const server = await startReportingServer({ url, tenantId: tenant.tenantId });
      const usedCpuSeconds = () =>
        cpuSeconds([server.pid, postgresPid]).reduce((sum, each) => sum + each, 0);
      let before = usedCpuSeconds();
      const runCalls = async (name: string, calls: readonly Call[]): Promise<BenchmarkResult> => {
        const { times, rounds } = await measureTimes(server, calls, isShort ? 1 : 40);
        const p95 = percentile(times, 0.95);
        const after = usedCpuSeconds();
        const cpuMs = ((after - before) / rounds) * 1000;
        before = after;
        return {
          name: `${name}: p95, median, processor time`,
          value: `${Math.round(p95)} ms, ${Math.round(median(times))} ms, ${Math.round(cpuMs)} ms`,
          target: `≤ ${targetMs} ms`,
          reached: p95 <= targetMs,
        };
      };
      try {
        const tenantSize = `${tenant.orders.toLocaleString('en')} orders`;
        const figures: BenchmarkResult[] = [];
        const dashboard = dashboardCalls(isShort ? ['28d'] : dashboardPeriods);
        for (const call of [...dashboard, ...listCalls(tenant), ...queryCalls()]) {
          figures.push(await runCalls(`${tenantSize}: ${call.name}`, [call]));
        }
        for (const period of isShort ? ['28d'] : ['7d', '28d', '90d']) {
          const calls = dashboard.filter(({ name }) => name.endsWith(`, ${period}`));
          figures.push(await runCalls(`${tenantSize}: whole dashboard at once, ${period}`, calls));
        }
        return figures;
      } finally {
        await server.stop();
      }
    });
  },
};

export default benchmark;
