-- A line of the money ledger says itself on which days it counts. Its facts were rows of a table of their own, with a key
-- and indexes of their own: to write them cost as much as the rest of a booking.
alter table reporting.settlement_line
  add column occurred_day date,
  -- The day of the payout; null while it is not paid.
  add column settled_day date,
  -- An order's estimates do not count once anything is booked for it.
  add column counts boolean;

-- Lines that are stored already. Tenancy is forced on the owner too, who fills them in here for all tenants.
alter table reporting.settlement_line no force row level security;
alter table reporting.fact_settlement_line no force row level security;
alter table reporting.statement no force row level security;
alter table reporting.shop no force row level security;
update reporting.settlement_line l
   set occurred_day = (l.occurred_at at time zone s.time_zone)::date,
       settled_day = (case when l.settled_at is not null then coalesce(
         (select told.paid_at from reporting.statement told
           where told.tenant_id = l.tenant_id and told.shop_id = l.shop_id and told.statement_id = l.statement_id),
         l.settled_at) end at time zone s.time_zone)::date,
       counts = not l.is_estimate or exists (
         select from reporting.fact_settlement_line f
          where f.tenant_id = l.tenant_id and f.shop_id = l.shop_id and f.settlement_id = l.settlement_id
            and f.line_id = l.line_id)
  from reporting.shop s
 where s.tenant_id = l.tenant_id and s.shop_id = l.shop_id;
alter table reporting.settlement_line force row level security;
alter table reporting.statement force row level security;
alter table reporting.shop force row level security;
alter table reporting.settlement_line
  alter column occurred_day set not null,
  alter column counts set not null;

-- Keys alone: columns beside them would keep equal days from sharing an entry.
create index settlement_line_settled on reporting.settlement_line (tenant_id, shop_id, settled_day)
  where settled_day is not null;
create index settlement_line_open on reporting.settlement_line (tenant_id, shop_id, occurred_day)
  where settled_day is null;
create index settlement_line_of_order on reporting.settlement_line (tenant_id, shop_id, order_id)
  where order_id is not null;

create or replace view rpt.payout_lines with (security_invoker = true) as
select l.shop_id, s.platform, s.name as shop_name, l.settlement_id, l.line_id, l.statement_id, l.order_id,
       l.occurred_day, l.settled_day, l.fee_class, l.fee_code, l.fee_name, l.is_estimate, l.currency,
       reporting.money(l.amount_e4)::numeric(19, 4) as amount,
       reporting.money(case when l.settled_day is not null and not l.is_estimate then l.amount_e4 else 0 end)::numeric(19, 4) as payout,
       reporting.money(case when l.settled_day is not null and not l.is_estimate and reporting.is_fee(l.fee_class)
                         then -l.amount_e4 else 0 end)::numeric(19, 4) as fees,
       reporting.money(case when l.settled_day is null and not l.is_estimate then l.amount_e4 else 0 end)::numeric(19, 4)
         as pending_payout
  from reporting.settlement_line l
  join reporting.shop s on s.tenant_id = l.tenant_id and s.shop_id = l.shop_id
 where l.counts;
drop table reporting.fact_settlement_line;
