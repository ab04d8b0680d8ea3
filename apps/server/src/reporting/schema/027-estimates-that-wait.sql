-- What a marketplace expects to pay says why it waits and until when, in the marketplace's own words.

alter table reporting.settlement_line add column waiting_reason text, add column waiting_until text;

-- Null while nothing is booked for the order: an estimate alone makes nothing due.
alter table reporting.order_payout alter column settled_lines drop not null;

create or replace view rpt.payout_lines with (security_invoker = true) as
select l.shop_id, s.platform, s.name as shop_name, l.settlement_id, l.line_id, l.statement_id, l.order_id,
       l.occurred_day, l.settled_day, l.fee_class, l.fee_code, l.fee_name, l.is_estimate, l.currency,
       reporting.money(l.amount_e4)::numeric(19, 4) as amount,
       reporting.money(case when l.settled_day is not null and not l.is_estimate then l.amount_e4 else 0 end)::numeric(19, 4) as payout,
       reporting.money(case when l.settled_day is not null and not l.is_estimate and reporting.is_fee(l.fee_class)
                         then -l.amount_e4 else 0 end)::numeric(19, 4) as fees,
       reporting.money(case when l.settled_day is null and not l.is_estimate then l.amount_e4 else 0 end)::numeric(19, 4)
         as pending_payout,
       reporting.money(case when l.is_estimate then l.amount_e4 else 0 end)::numeric(19, 4) as estimated_payout,
       l.waiting_reason, l.waiting_until
  from reporting.settlement_line l
  join reporting.shop s on s.tenant_id = l.tenant_id and s.shop_id = l.shop_id
 where l.counts;
comment on column rpt.payout_lines.estimated_payout is 'Metric estimated_payout: 0 for all that is booked.';
comment on column rpt.payout_lines.waiting_reason is 'Of an estimate, why nothing is booked yet, in the marketplace''s words; empty where it does not say.';
comment on column rpt.payout_lines.waiting_until is 'Of an estimate, when the marketplace expects to book it, in its words; empty where it does not say.';
comment on column rpt.payout_lines.is_estimate is 'Expected by the marketplace and not booked: in estimated_payout and in no other metric.';
comment on column rpt.payout_lines.occurred_day is 'The day it was booked, in the shop''s calendar; of an estimate, the day that the order was placed.';
comment on column rpt.order_payouts.estimated is 'What the marketplace expects to pay for it and has not booked: metric estimated_payout of the order, and in no other.';
