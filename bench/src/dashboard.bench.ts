import { makeBigTenant } from './big-tenant.ts';
import { withDatabase } from './database.ts';
import { median, percentile, type Benchmark, type Figure } from './figure.ts';
import { dashboardCalls, listCalls, queryCalls } from './report-calls.ts';
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
      return withReportingServer({ url: given.url, tenantId: tenant.tenantId }, async (server) => {
        const size = `${tenant.orders.toLocaleString('en')} orders`;
        const figures: Figure[] = [];
        const dashboard = dashboardCalls();
        for (const call of [...dashboard, ...listCalls(tenant), ...queryCalls()]) {
          figures.push(figureOf(`${size}: ${call.what}`, await timesOf(server, [call])));
        }
        for (const period of ['7d', '28d', '90d']) {
          const calls = dashboard.filter(({ what }) => what.endsWith(`, ${period}`));
          const times = await timesOf(server, calls);
          figures.push(figureOf(`${size}: whole dashboard at once, ${period}`, times));
        }
        return figures;
      });
    });
  },
};

function figureOf(what: string, times: readonly number[]): Figure {
  const p95 = percentile(times, 0.95);
  return {
    what: `${what}: p95, median`,
    figure: `${Math.round(p95)} ms, ${Math.round(median(times))} ms`,
    bar: `≤ ${barMs} ms`,
    reached: p95 <= barMs,
  };
}

export default benchmark;
