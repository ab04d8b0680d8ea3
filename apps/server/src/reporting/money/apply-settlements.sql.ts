import { sql } from '../../platform/database/database.ts';
import { ctidsOf, deleteGoneSql, insertRowsSql, rowsOfDays } from '../ingest/shop-rows.sql.ts';
import { settlementLineColumns, statementColumns } from './settlement-columns.ts';

/** All lines of a settlement share its version. */
export const storedSettlements = sql(
  'reporting.stored_settlements',
  `select distinct on (settlement_id) settlement_id as id, version_at, observed_at, mapping_version,
          content_hash, raw_hash
     from reporting.settlement_line
    where tenant_id = $1 and shop_id = $2 and settlement_id = any($3::text[])
    order by settlement_id, line_id`,
);

export const touchSettlements = sql(
  'reporting.mark_settlements_seen',
  `update reporting.settlement_line set observed_at = $4
    where tenant_id = $1 and shop_id = $2 and settlement_id = any($3::text[])`,
);

/** Updates the raw hashes ($4) of settlements ($3) that arrived in other bytes but are not newer. */
export const updateRawHashes = sql(
  'reporting.update_raw_hashes',
  `update reporting.settlement_line l set raw_hash = incoming.raw_hash
     from unnest($3::text[], $4::uuid[]) as incoming (settlement_id, raw_hash)
    where l.tenant_id = $1 and l.shop_id = $2 and l.settlement_id = incoming.settlement_id`,
);

/**
 * Deletes the stored lines of settlements that are replaced. Returns the orders and payout days that they counted
 * for.
 */
export const deleteSettlementLines = sql(
  'reporting.clear_settlement_lines',
  `with gone as (
     delete from reporting.settlement_line
      where tenant_id = $1 and shop_id = $2 and settlement_id = any($3::text[])
     returning order_id, settled_day)
   select distinct order_id, settled_day::text as day from gone`,
);

/** Deletes estimates that no sync has returned since $3, except $4. Returns their orders. */
export const deleteStaleEstimatesStatement = sql(
  'reporting.clear_gone_estimates',
  `delete from reporting.settlement_line
    where tenant_id = $1 and shop_id = $2 and is_estimate and observed_at < $3
      and settlement_id <> all($4::text[])
   returning settlement_id as id, order_id`,
);

export const insertSettlementLines = sql(
  'reporting.store_settlement_lines',
  insertRowsSql('settlement_line', settlementLineColumns),
);

/** When statements ($3) were paid; without unpaid ones. */
export const paidStatements = sql(
  'reporting.paid_statements',
  `select statement_id as id, paid_at from reporting.statement
    where tenant_id = $1 and shop_id = $2 and statement_id = any($3::text[]) and paid_at is not null`,
);

export const storedStatements = sql(
  'reporting.stored_statements',
  `select statement_id as id, version_at, observed_at, mapping_version, content_hash
     from reporting.statement
    where tenant_id = $1 and shop_id = $2 and statement_id = any($3::text[])`,
);

export const touchStatements = sql(
  'reporting.mark_statements_seen',
  `update reporting.statement set observed_at = $4
    where tenant_id = $1 and shop_id = $2 and statement_id = any($3::text[])`,
);

export const deleteStatements = sql(
  'reporting.clear_statements',
  `delete from reporting.statement
    where tenant_id = $1 and shop_id = $2 and statement_id = any($3::text[])`,
);

export const insertStatements = sql(
  'reporting.store_statements',
  insertRowsSql('statement', statementColumns),
);

/**
 * Moves the lines of changed statements ($3) to the days on which the statements were paid, in the shop's time zone
 * ($4). Returns the orders with their old and new days. The list of ctids makes the planner look the lines up by it.
 */
export const updateSettledDays = sql(
  'reporting.move_settlement_lines',
  `with due as materialized (
     select line.row_ctid, line.order_id, line.settled_day as old_day,
            (coalesce(paid.paid_at, line.settled_at) at time zone $4)::date as new_day
       from unnest($3::text[]) as changed (statement_id)
      cross join lateral (
        select one.statement_id, one.paid_at from reporting.statement one
         where one.tenant_id = $1 and one.shop_id = $2 and one.statement_id = changed.statement_id
        offset 0) paid
      cross join lateral (
        select one.ctid as row_ctid, one.order_id, one.settled_day, one.settled_at
          from reporting.settlement_line one
         where one.tenant_id = $1 and one.shop_id = $2 and one.statement_id = paid.statement_id
           and one.settled_at is not null
        offset 0) line
   ), moving as materialized (select * from due where old_day is distinct from new_day
   ), moved as (
     update reporting.settlement_line l set settled_day = moving.new_day
       from moving
      where l.tenant_id = $1 and l.ctid in (${ctidsOf('select row_ctid from moving')})
        and l.ctid = moving.row_ctid
     returning l.order_id, moving.old_day, moving.new_day)
   select distinct order_id, unnest(array[old_day, new_day])::text as day from moved`,
);

/** Makes estimates of orders ($3) count if and only if nothing is booked for the order. */
export const updateEstimateFlags = sql(
  'reporting.weigh_estimates',
  `with wrong as materialized (
     select estimate.row_ctid
       from unnest($3::text[]) as touched (order_id)
      cross join lateral (
        select one.ctid as row_ctid, one.counts from reporting.settlement_line one
         where one.tenant_id = $1 and one.shop_id = $2 and one.is_estimate
           and one.order_id = touched.order_id
        offset 0) estimate
      where estimate.counts = exists (
        select 1 from reporting.settlement_line booked
         where booked.tenant_id = $1 and booked.shop_id = $2 and booked.order_id = touched.order_id
           and not booked.is_estimate
        offset 0))
   update reporting.settlement_line set counts = not counts
    where tenant_id = $1 and ctid in (${ctidsOf('select row_ctid from wrong')})`,
);

/** Rebuilds payout days ($3) from their lines. Fee classes without lines lose their row. */
export const rebuildFeeDays = sql(
  'reporting.rebuild_fee_days',
  `with truth as materialized (
     select settled_day, fee_class, currency, count(*) as lines, sum(amount_e4)::bigint as amount_e4
       from ${rowsOfDays('settlement_line', 'settled_day')}
      where not is_estimate
      group by settled_day, fee_class, currency
   ), emptied as (
     ${deleteGoneSql(
       'agg_fee_day',
       'settled_day, fee_class, currency',
       'settled_day = any($3::date[])',
       'truth',
     )})
   insert into reporting.agg_fee_day (tenant_id, shop_id, settled_day, fee_class, currency, lines, amount_e4)
   select $1, $2, settled_day, fee_class, currency, lines, amount_e4 from truth
   on conflict (tenant_id, shop_id, settled_day, fee_class, currency) do update set
     lines = excluded.lines, amount_e4 = excluded.amount_e4`,
);

/** Classes of the goods' value. Fees and shipping are not part of it. */
const goodsFeeClasses = `('item_price', 'seller_voucher', 'item_subsidy', 'refund')`;

/** Rebuilds the payouts of orders ($3). */
export const rebuildOrderPayouts = sql(
  'reporting.rebuild_order_payouts',
  `with truth as materialized (
     select f.order_id, f.currency,
            coalesce(sum(amount_e4) filter (where settled), 0)::bigint as settled_e4,
            coalesce(sum(amount_e4) filter (where settled and fee_class in ${goodsFeeClasses}), 0)::bigint
              as settled_goods_e4,
            coalesce(-sum(amount_e4) filter (where settled and reporting.is_fee(fee_class)), 0)::bigint
              as settled_fees_e4,
            coalesce(sum(amount_e4) filter (where not settled and not is_estimate), 0)::bigint
              as pending_e4,
            coalesce(sum(amount_e4) filter (where is_estimate), 0)::bigint as estimated_e4,
            case when bool_or(not is_estimate) then (count(*) filter (where settled))::integer end
              as settled_lines,
            min(settled_day) filter (where settled) as first_settled_day,
            max(settled_day) filter (where settled) as last_settled_day
       from unnest($3::text[]) as touched (order_id)
      cross join lateral (
        select one.*, one.settled_day is not null and not one.is_estimate as settled
          from reporting.settlement_line one
         where one.tenant_id = $1 and one.shop_id = $2 and one.order_id = touched.order_id
           and one.counts
        offset 0) f
      group by f.order_id, f.currency
   ), emptied as (
     ${deleteGoneSql('order_payout', 'order_id, currency', 'order_id = any($3::text[])', 'truth')})
   insert into reporting.order_payout (tenant_id, shop_id, order_id, currency, settled_e4,
     settled_goods_e4, settled_fees_e4, pending_e4, estimated_e4, settled_lines, first_settled_day,
     last_settled_day)
   select $1, $2, order_id, currency, settled_e4, settled_goods_e4, settled_fees_e4, pending_e4,
          estimated_e4, settled_lines, first_settled_day, last_settled_day
     from truth
   on conflict (tenant_id, shop_id, order_id, currency) do update set
     settled_e4 = excluded.settled_e4, settled_goods_e4 = excluded.settled_goods_e4,
     settled_fees_e4 = excluded.settled_fees_e4, pending_e4 = excluded.pending_e4,
     estimated_e4 = excluded.estimated_e4, settled_lines = excluded.settled_lines,
     first_settled_day = excluded.first_settled_day, last_settled_day = excluded.last_settled_day`,
);
