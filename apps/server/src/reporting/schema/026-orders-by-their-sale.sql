-- What keeps a list of sales, by the day of the sale as reports count them, as quick as one by the day placed.

-- Sales of a shop, the newest first, with what figures tell them apart by, so that its rows are not read for it. It is
-- also the way to what was sold on a day until a minute of it.
create index fact_order_sold on reporting.fact_order
  (tenant_id, shop_id, committed_day desc, committed_minute desc, order_id desc)
  include (currency, is_valid, is_cancelled)
  where committed_day is not null;
drop index reporting.fact_order_committed_minute;
-- Those of which something was cancelled, not delivered or returned: few among many that were kept.
create index fact_order_lost on reporting.fact_order
  (tenant_id, shop_id, committed_day desc, committed_minute desc, order_id desc)
  where committed_day is not null
    and (is_cancelled or cancelled_e4 > 0 or failed_e4 > 0 or returned_e4 > 0);
-- Sales of one stage, the newest first; there may be few among very many.
create index sales_order_sold_of_stage on reporting.sales_order
  (tenant_id, shop_id, stage, committed_day desc, committed_at desc, order_id desc)
  where committed_day is not null;
