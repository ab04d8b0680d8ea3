import pg from 'pg';
import { newId } from '../../apps/server/src/platform/ids.ts';
import {
  addUpSkus,
  reportBreakdown,
  reportProducts,
  reportSummary,
} from '../../apps/server/src/reporting/index.ts';
import { withDatabase } from './database.ts';
import { percentile, type Benchmark } from './figure.ts';

/** Ten shops with 18 months behind them: 10 million orders at about 1,850 a day and shop, 400 SKUs each. */
const shops = 10;
const days = 540;
const skus = 400;
const today = '2026-11-11';

const benchmark: Benchmark = {
  name: 'dashboard',
  long: true,
  async measure() {
    return withDatabase(async ({ url, database }) => {
      const tenantId = newId();
      const now = new Date(`${today}T05:00:00Z`);
      const from = new Date(now.getTime() - days * 86_400_000);
      for (const shopId of await fill(url, tenantId)) {
        // As the collector does between readings: each call adds up a bounded number of weeks.
        for (let call = 0; call < 3; call += 1) {
          await database.tenant(tenantId, (tx) => addUpSkus(tx, shopId, from, now));
        }
      }
      const deps = { database, readCoverage: async () => [], now: () => now };
      const figures = [];
      for (const period of ['7d', '28d', '90d'] as const) {
        const times: number[] = [];
        for (let round = 0; round < 40; round += 1) {
          const started = performance.now();
          await Promise.all([
            reportSummary(deps, tenantId, { period }),
            reportBreakdown(deps, tenantId, { period, by: 'shop' }),
            reportProducts(deps, tenantId, { period, limit: 10 }),
          ]);
          if (round >= 5) times.push(performance.now() - started);
        }
        const p95 = percentile(times, 0.95);
        figures.push({
          what: `dashboard of a tenant with 10 M orders: summary, shops and products, ${period}, p95`,
          figure: `${Math.round(p95)} ms`,
          bar: '≤ 150 ms',
          reached: p95 <= 150,
        });
      }
      return figures;
    });
  },
};

/** Dashboards read rollups only, so the rollups of such a tenant are what is made. */
async function fill(url: string, tenantId: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const shopIds = Array.from({ length: shops }, () => newId());
  await owner.query(
    `insert into reporting.shop select $1, shop_id, 'LAZADA', 'Shop ' || shop_id, 'VN', 'VND', 'Asia/Ho_Chi_Minh', now()
       from unnest($2::uuid[]) shop_id`,
    [tenantId, shopIds],
  );
  await owner.query(
    `insert into reporting.shop_currency select $1, shop_id, 'VND' from unnest($2::uuid[]) shop_id`,
    [tenantId, shopIds],
  );
  await owner.query(
    `insert into reporting.agg_shop_day
     select $1, shop_id, $3::date - day, 'VND', 1850, 1800, 1600, 150, 3000, 0, 4e12::bigint, 3e11::bigint,
            0, 0, 37e11::bigint, 1e11::bigint, 36e11::bigint
       from unnest($2::uuid[]) shop_id, generate_series(0, $4::int - 1) day`,
    [tenantId, shopIds, today, days],
  );
  await owner.query(
    `insert into reporting.sku select $1, shop_id, 'sku-' || sku, 'S' || sku, 'Product ' || sku, now()
       from unnest($2::uuid[]) shop_id, generate_series(1, $3::int) sku`,
    [tenantId, shopIds, skus],
  );
  await owner.query(
    `insert into reporting.agg_sku_day
     select $1, shop_id, $3::date - day, 'sku-' || sku, 'VND', 5, 8, sku * 1e9::bigint, 0, 0, 0,
            sku * 1e9::bigint, 0, sku * 1e9::bigint
       from unnest($2::uuid[]) shop_id, generate_series(0, $4::int - 1) day, generate_series(1, $5::int) sku`,
    [tenantId, shopIds, today, days, skus],
  );
  await owner.query('analyze');
  await owner.end();
  return shopIds;
}

export default benchmark;
