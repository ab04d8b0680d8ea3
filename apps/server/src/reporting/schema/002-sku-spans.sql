-- SKU days added up over whole weeks and four weeks, so that a long period is read from few rows. Spans
-- of a length start every span_days days, counted from Monday 1970-01-05.
create table reporting.agg_sku_span (
  tenant_id uuid not null,
  shop_id uuid not null,
  first_day date not null,
  span_days integer not null check (span_days in (7, 28)),
  sku_key text not null,
  currency text not null,
  orders bigint not null,
  units bigint not null,
  gmv_e4 bigint not null,
  net_sales_e4 bigint not null,
  primary key (tenant_id, shop_id, first_day, span_days, sku_key, currency)
);
select platform.protect('reporting.agg_sku_span');

-- The spans that are added up. From then on every page that touches one of their days keeps them true in
-- its own transaction; a span that is not here has no rows above and is read by day.
create table reporting.sku_span (
  tenant_id uuid not null,
  shop_id uuid not null,
  first_day date not null,
  span_days integer not null check (span_days in (7, 28)),
  primary key (tenant_id, shop_id, first_day, span_days)
);
select platform.protect('reporting.sku_span');
