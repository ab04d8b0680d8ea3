import { sql } from '../../platform/database/database.ts';
import {
  column,
  columnNames,
  unnestColumns,
  type Column,
} from '../../platform/database/binary-arrays.ts';
import { ctidCondition, insertRowsSql } from './shop-rows.sql.ts';
import { returnColumns, returnItemColumns } from '../money/settlement-columns.ts';

export const storedReturns = sql(
  'reporting.stored_returns',
  `select return_id as id, order_id, version_at, observed_at, mapping_version, content_hash
     from reporting.return_case
    where tenant_id = $1 and shop_id = $2 and return_id = any($3::text[])`,
);

export const touchReturns = sql(
  'reporting.mark_returns_seen',
  `update reporting.return_case set observed_at = $4
    where tenant_id = $1 and shop_id = $2 and return_id = any($3::text[])`,
);

/** Deletes cases with their items and facts. */
export const deleteReturns = sql(
  'reporting.clear_returns',
  `with items as (
     delete from reporting.return_item
      where tenant_id = $1 and shop_id = $2 and return_id = any($3::text[])
   ), facts as (
     delete from reporting.fact_return
      where tenant_id = $1 and shop_id = $2 and return_id = any($3::text[]))
   delete from reporting.return_case
    where tenant_id = $1 and shop_id = $2 and return_id = any($3::text[])`,
);

export const insertReturns = sql(
  'reporting.store_returns',
  insertRowsSql('return_case', returnColumns),
);
export const insertReturnItems = sql(
  'reporting.store_return_items',
  insertRowsSql('return_item', returnItemColumns),
);

/** Returns the cases of orders ($3, without duplicates) with their items. */
export const casesOfOrders = sql(
  'reporting.cases_of_orders',
  `select c.order_id, c.return_id, c.kind, c.requested_at, c.currency, c.version_at as updated_at,
          coalesce(c.refunded_at, c.received_at, c.version_at) as returned_at,
          i.return_item_id, i.order_line_id, i.sku_id, i.quantity, i.refund_e4, i.state
     from unnest($3::text[]) as wanted (order_id)
    cross join lateral (
      select * from reporting.return_case one
       where one.tenant_id = $1 and one.shop_id = $2 and one.order_id = wanted.order_id offset 0) c
    cross join lateral (
      select * from reporting.return_item one
       where one.tenant_id = $1 and one.shop_id = $2 and one.return_id = c.return_id offset 0) i`,
);

/**
 * Returns orders ($3, without duplicates) with the item columns that facts need. Facts are grouped by the SKU key, so it
 * stands in for the partner's id, the seller's SKU and the name. `order_id >= … limit 1` can only use
 * the primary key: without statistics, the planner took the index by time and scanned all of it.
 */
export const itemsOfOrders = sql(
  'reporting.items_of_orders',
  `select o.order_id, o.created_at, o.committed_at, o.committed_day::text, o.stage as order_stage, o.currency,
          i.line_id, i.sku_key as sku_id, '' as seller_sku, '' as product_name, i.quantity, i.seller_price_e4, i.seller_voucher_e4,
          i.stage, i.return_state, i.updated_at
     from unnest($3::text[]) as wanted (order_id)
    cross join lateral (
      select * from reporting.sales_order one
       where one.tenant_id = $1 and one.shop_id = $2 and one.order_id >= wanted.order_id
       order by one.order_id limit 1) o
    cross join lateral (
      select * from reporting.order_item one
       where one.tenant_id = $1 and one.shop_id = $2 and one.order_id = wanted.order_id offset 0) i
    where o.order_id = wanted.order_id
    order by i.line_id`,
);

/**
 * Deletes facts by their keys: orders ($3) with the days they were placed ($4), and SKUs ($5 days, $6 keys, $7
 * orders). Looking the SKUs up in the same statement made the planner scan all facts of the shop for each.
 */
export const deleteOrderFacts = sql(
  'reporting.clear_order_facts',
  `with of_orders as (
     delete from reporting.fact_order
      where ${ctidCondition(
        'fact_order',
        'unnest($3::text[], $4::date[]) as old (order_id, created_day)',
        'one.created_day = old.created_day and one.order_id = old.order_id',
      )})
   delete from reporting.fact_order_item
    where ${ctidCondition(
      'fact_order_item',
      'unnest($5::date[], $6::text[], $7::text[]) as old (committed_day, sku_key, order_id)',
      'one.committed_day = old.committed_day and one.sku_key = old.sku_key and one.order_id = old.order_id',
    )}`,
);

export interface ReturnFact {
  returnId: string;
  returnItemId: string;
  orderId: string;
  kind: string;
  state: string;
  currency: string;
  requestedDay: string;
  returnedDay: string | null;
  committedDay: string | null;
  quantity: number;
  refundE4: bigint;
  returnedE4: bigint;
  skuKey: string | null;
}

export const returnFactColumns: readonly Column<ReturnFact>[] = [
  column.text('return_id', (fact) => fact.returnId),
  column.text('return_item_id', (fact) => fact.returnItemId),
  column.text('order_id', (fact) => fact.orderId),
  column.text('kind', (fact) => fact.kind),
  column.text('state', (fact) => fact.state),
  column.text('currency', (fact) => fact.currency),
  column.day('requested_day', (fact) => fact.requestedDay),
  column.day('returned_day', (fact) => fact.returnedDay),
  column.day('committed_day', (fact) => fact.committedDay),
  column.integer('quantity', (fact) => fact.quantity),
  column.bigint('refund_e4', (fact) => fact.refundE4),
  column.bigint('returned_e4', (fact) => fact.returnedE4),
  column.text('sku_key', (fact) => fact.skuKey),
];

/** Stores the facts of cases and overwrites the old ones. */
export const upsertReturnFacts = sql(
  'reporting.store_return_facts',
  `insert into reporting.fact_return (tenant_id, shop_id, ${columnNames(returnFactColumns)})
   select $1, $2, r.* from ${unnestColumns(returnFactColumns, 3)}
   on conflict (tenant_id, shop_id, return_id, return_item_id) do update set
     (${columnNames(returnFactColumns)}) = row (${returnFactColumns
       .map(({ name }) => `excluded.${name}`)
       .join(', ')})`,
);

/** Counts cases by the time of the request, without and with the two boundary instants. */
export const countReturns = sql(
  'reporting.count_returns',
  `select count(*) filter (where requested_at > $3 and requested_at < $4) as inside,
          count(*) as with_ends
     from reporting.return_case
    where tenant_id = $1 and shop_id = $2 and requested_at between $3 and $4`,
);
