-- What was sold on a day until a minute of it is a walk along the key instead of one through the whole day.
create index fact_order_committed_minute on reporting.fact_order (tenant_id, shop_id, committed_day, committed_minute)
  where committed_day is not null;
drop index reporting.fact_order_committed;
