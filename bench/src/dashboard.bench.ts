import { makeBigTenant } from './big-tenant.ts';
import { serverProcess, withDatabase } from './database.ts';
import { median, percentile, type Benchmark, type Figure } from './figure.ts';
import { dashboardCalls, listCalls, queryCalls, type Call } from './report-calls.ts';
import { processorTime } from './processor-time.ts';
import { timesOf, withReportingServer } from './reporting-client.ts';

/** Fewer by `ORDERS=1000000 npm run bench -- dashboard`. */
const wantedOrders = Number(process.env['ORDERS'] ?? 10_000_000);
const barMs = 150;

const benchmark: Benchmark = {
  name: 'dashboard',
  long: true,
  async measure() {
    return withDatabase(async (given) => {
      const tenant = await makeBigTenant(given, wantedOrders);
      const postgres = await serverProcess(given.database);
      return withReportingServer({ url: given.url, tenantId: tenant.tenantId }, async (server) => {
        const spent = () => processorTime(server.pid) + processorTime(postgres);
        const figureOf = async (what: string, calls: readonly Call[]): Promise<Figure> => {
          const before = spent();
          const { times, rounds } = await timesOf(server, calls);
          const p95 = percentile(times, 0.95);
          const each = ((spent() - before) / rounds) * 1000;
          return {
            what: `${what}: p95, median, processor time`,
            figure: `${Math.round(p95)} ms, ${Math.round(median(times))} ms, ${Math.round(each)} ms`,
            bar: `≤ ${barMs} ms`,
            reached: p95 <= barMs,
          };
        };
        const size = `${tenant.orders.toLocaleString('en')} orders`;
        const figures: Figure[] = [];
        const dashboard = dashboardCalls();
        for (const call of [...dashboard, ...listCalls(tenant), ...queryCalls()]) {
          figures.push(await figureOf(`${size}: ${call.what}`, [call]));
        }
        for (const period of ['7d', '28d', '90d']) {
          const calls = dashboard.filter(({ what }) => what.endsWith(`, ${period}`));
          figures.push(await figureOf(`${size}: whole dashboard at once, ${period}`, calls));
        }
        return figures;
      });
    });
  },
};

export default benchmark;
