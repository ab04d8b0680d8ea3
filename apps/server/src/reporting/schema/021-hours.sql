-- What was sold by the hour of the shop's own clock, on the committed basis as in agg_shop_day: the hours of a day add
-- up to it. Where clocks are set back, the hour that comes twice is one row.
create table reporting.agg_shop_hour (
  tenant_id uuid not null,
  shop_id uuid not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  currency text not null,
  orders integer not null,
  valid_orders integer not null,
  cancelled_orders integer not null,
  units bigint not null,
  gmv_e4 bigint not null,
  nmv_e4 bigint not null,
  net_sales_e4 bigint not null,
  primary key (tenant_id, shop_id, day, hour, currency)
);

-- The minute of its sales day, by the shop's clock, at which an order became a sale.
alter table reporting.fact_order add column committed_minute smallint
  check (committed_minute between 0 and 1439);

-- Facts that are stored already. Tenancy is forced on the owner too, who fills them in here for all tenants.
alter table reporting.fact_order no force row level security;
alter table reporting.sales_order no force row level security;
alter table reporting.shop no force row level security;
update reporting.fact_order f
   set committed_minute = extract(hour from o.committed_at at time zone s.time_zone) * 60
                        + extract(minute from o.committed_at at time zone s.time_zone)
  from reporting.sales_order o
  join reporting.shop s on s.tenant_id = o.tenant_id and s.shop_id = o.shop_id
 where o.tenant_id = f.tenant_id and o.shop_id = f.shop_id and o.order_id = f.order_id
   and o.committed_at is not null;
insert into reporting.agg_shop_hour (tenant_id, shop_id, day, hour, currency, orders, valid_orders,
  cancelled_orders, units, gmv_e4, nmv_e4, net_sales_e4)
select tenant_id, shop_id, committed_day, committed_minute / 60, currency, count(*),
       count(*) filter (where is_valid), count(*) filter (where is_cancelled), sum(units), sum(gmv_e4),
       sum(gmv_e4 - cancelled_e4 - failed_e4 - returned_e4),
       sum(gmv_e4 - cancelled_e4 - failed_e4 - returned_e4 - kept_seller_voucher_e4)
  from reporting.fact_order
 where committed_day is not null
 group by 1, 2, 3, 4, 5;
alter table reporting.fact_order force row level security;
alter table reporting.sales_order force row level security;
alter table reporting.shop force row level security;

alter table reporting.fact_order
  add constraint fact_order_minute_of_day check ((committed_minute is null) = (committed_day is null));
select platform.protect('reporting.agg_shop_hour');
