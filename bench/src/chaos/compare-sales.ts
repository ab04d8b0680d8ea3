import { sql, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { toDecimal } from '../../../apps/server/src/platform/money.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import {
  eventfulDays,
  storedDays,
} from '../../../apps/server/src/collector/testing/stored-days.ts';
import { createLedgerComparison } from './ledger-comparison.ts';
import type { ChaosShop } from './world.ts';

const lostOutcomes = ['cancelled', 'failed', 'returned'] as const;

/** Sums of canonical items by outcome. */
const sumColumns = `coalesce(sum(quantity) filter (where outcome = 'kept'), 0)::integer as units, sum(price)::bigint as gmv,
  ${lostOutcomes.map((outcome) => `coalesce(sum(price) filter (where outcome = '${outcome}'), 0)::bigint as ${outcome}`).join(', ')}`;
const itemsWithOutcome = `select o.committed_day as day, o.order_id, i.sku_key, i.quantity, i.seller_price_e4 as price,
    case when i.stage = 'cancelled' then 'cancelled' when i.stage = 'failed_delivery' then 'failed'
         when i.return_state in ('refunded', 'received') then 'returned' else 'kept' end as outcome
  from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
  where o.tenant_id = $1 and o.shop_id = $2 and o.committed_day is not null`;
const rollupSums = `sum(units)::integer as units, sum(gmv_e4)::bigint as gmv, sum(cancelled_e4)::bigint as cancelled,
  sum(failed_e4)::bigint as failed, sum(returned_e4)::bigint as returned`;
const shopFilter = 'tenant_id = $1 and shop_id = $2';

/** Days of each layer, each summed from its own rows. */
const layers = {
  'canonical rows': sql(
    'chaos.canonical_days',
    `with classified as (${itemsWithOutcome})
     select day::text, count(distinct order_id)::integer as orders, ${sumColumns} from classified group by day order by day`,
  ),
  'facts of orders': sql(
    'chaos.order_facts',
    `select committed_day::text as day, count(*)::integer as orders, ${rollupSums} from reporting.fact_order
      where ${shopFilter} and committed_day is not null group by committed_day order by committed_day`,
  ),
  'facts of SKUs': sql(
    'chaos.sku_facts',
    `select committed_day::text as day, count(distinct order_id)::integer as orders, ${rollupSums}
       from reporting.fact_order_item where ${shopFilter} group by committed_day order by committed_day`,
  ),
};
const placedStatement = sql(
  'chaos.placed',
  `select created_day::text as day, count(*)::integer as placed from reporting.sales_order
    where ${shopFilter} group by created_day order by created_day`,
);
const skuStatement = sql(
  'chaos.sku_days',
  `select ${rollupSums} from reporting.agg_sku_day where ${shopFilter} group by sku_key`,
);
const hourStatement = sql(
  'chaos.hours',
  `select day::text, sum(orders)::integer as orders, sum(units)::integer as units, sum(gmv_e4)::bigint as gmv,
          sum(nmv_e4)::bigint as nmv, sum(net_sales_e4)::bigint as net
     from reporting.agg_shop_hour where ${shopFilter} group by day order by day`,
);
const countStatement = sql(
  'chaos.counts',
  `select (select count(*)::integer from reporting.sales_order where ${shopFilter}) as orders,
          (select rows::integer from collector.stream where ${shopFilter} and stream = 'orders') as rows,
          (select count(*)::integer from collector.reject where ${shopFilter}) as rejects`,
);
const openHintsStatement = sql(
  'chaos.open_hints',
  `select h.external_id, h.attempts, h.is_ours, h.changed_at, extract(epoch from now() - h.enqueued_at)::integer as age,
          extract(epoch from h.due_at - now())::integer as due_in, s.failures, s.problem,
          extract(epoch from s.next_run_at - now())::integer as next_run_in,
          extract(epoch from s.lease_expires_at - now())::integer as lease_ends_in
     from collector.hint h join collector.stream s using (tenant_id, shop_id, stream)
    where ${shopFilter} and stream = 'orders' order by h.external_id`,
);
const spansStatement = sql(
  'chaos.wrong_spans',
  `select count(*)::integer as wrong from (
     select a.first_day, a.bucket_days, a.sku_key, a.orders, a.units, a.gmv_e4, a.net_sales_e4
       from reporting.agg_sku_bucket a where ${shopFilter}
     except
     select s.first_day, s.bucket_days, d.sku_key, sum(d.orders)::bigint, sum(d.units)::bigint,
            sum(d.gmv_e4)::bigint, sum(d.net_sales_e4)::bigint
       from reporting.sku_bucket s join reporting.agg_sku_day d using (tenant_id, shop_id)
      where ${shopFilter} and d.day >= s.first_day and d.day < s.first_day + s.bucket_days
      group by 1, 2, 3) as span`,
);

interface Sums {
  units: number;
  gmv: bigint;
  cancelled: bigint;
  failed: bigint;
  returned: bigint;
}

interface LedgerSums {
  units: number;
  gmv: string;
  cancelledValue: string;
  failedValue: string;
  returnedValue: string;
}

function formatStoredSums({ units, gmv, cancelled, failed, returned }: Sums): string {
  return [units, ...[gmv, cancelled, failed, returned].map(toDecimal)].join(' ');
}

function formatLedgerSums({
  units,
  gmv,
  cancelledValue,
  failedValue,
  returnedValue,
}: LedgerSums): string {
  return [units, gmv, cancelledValue, failedValue, returnedValue].join(' ');
}

/**
 * Returns the differences between a shop's orders and the ledger, by day and by SKU, for canonical rows, facts and
 * rollups separately; also duplicates and hints that were never followed.
 */
export async function findSalesDifferences(
  database: Database,
  sandbox: SandboxProcess,
  tenantId: string,
  shop: ChaosShop,
): Promise<string[]> {
  const { shopId, external, platform } = shop;
  const { differences, compare } = createLedgerComparison(shop);
  const key = [tenantId, shopId];
  const ledger = await sandbox.ledger(external, platform);
  const sold = ledger.filter(({ orders }) => orders > 0);
  const placed = ledger.filter(({ placedOrders }) => placedOrders > 0);
  const days = sold.map((day) => `${day.date} ${day.orders} ${formatLedgerSums(day)}`);
  for (const [layer, statement] of Object.entries(layers)) {
    const rows = await database.tenantRead<Sums & { day: string; orders: number }>(
      tenantId,
      statement,
      key,
    );
    compare(
      layer,
      rows.map((row) => `${row.day} ${row.orders} ${formatStoredSums(row)}`),
      days,
    );
  }
  compare('rollups', await storedDays(database, tenantId, shopId ?? ''), eventfulDays(ledger));
  const rows = await database.tenantRead<{ day: string; placed: number }>(
    tenantId,
    placedStatement,
    key,
  );
  compare(
    'placed orders',
    rows.map((row) => `${row.day} ${row.placed}`),
    placed.map((day) => `${day.date} ${day.placedOrders}`),
  );
  const hours = await database.tenantRead<{
    day: string;
    orders: number;
    units: number;
    gmv: bigint;
    nmv: bigint;
    net: bigint;
  }>(tenantId, hourStatement, key);
  compare(
    'rollups of hours',
    hours.map(({ day, orders, units, gmv, nmv, net }) =>
      [day, orders, units, toDecimal(gmv), toDecimal(nmv), toDecimal(net)].join(' '),
    ),
    sold.map(({ date, orders, units, gmv, nmv, netSales }) =>
      [date, orders, units, gmv, nmv, netSales].join(' '),
    ),
  );
  const skus = await database.tenantRead<Sums>(tenantId, skuStatement, key);
  const path = `ledger?platform=${platform}&shop=${external}&by=sku`;
  const bySku: { skus: LedgerSums[] } = Object(await sandbox.control('GET', path));
  compare(
    'rollups of SKUs',
    skus.map(formatStoredSums).toSorted(),
    bySku.skus.map(formatLedgerSums).toSorted(),
  );
  const [spans] = await database.tenantRead<{ wrong: number }>(tenantId, spansStatement, key);
  compare('spans of SKUs that are not their days', spans?.wrong, 0);
  const [counted] = await database.tenantRead<object>(tenantId, countStatement, key);
  const total = placed.reduce((sum, day) => sum + day.placedOrders, 0);
  compare('orders, counted rows and rejects', counted, { orders: total, rows: total, rejects: 0 });
  const hints = await database.tenantRead<object>(tenantId, openHintsStatement, key);
  // In full, because their state says why they were not followed.
  if (hints.length > 0) {
    differences.push(`${platform} ${external}, hints not followed: ${JSON.stringify(hints)}`);
  }
  return differences;
}
