-- Stock of a listing by day: the last one that was read on the day, and a row only where it differs from the day before.
create table reporting.stock_day (
  tenant_id uuid not null,
  shop_id uuid not null,
  -- In the shop's time zone.
  day date not null,
  -- Null from the day on which the marketplace stopped to report it.
  stock integer,
  item_id text not null,
  sku_key text not null,
  primary key (tenant_id, shop_id, item_id, sku_key, day)
);
select platform.protect('reporting.stock_day');

-- Rollup: what a listing sold on the last 28 full days. Listings that sold nothing have no row.
create table reporting.sales_velocity (
  tenant_id uuid not null,
  shop_id uuid not null,
  units bigint not null check (units > 0),
  -- Days that count: days on which the listing was not known yet or sold out are left out.
  days integer not null check (days between 1 and 28),
  item_id text not null,
  sku_key text not null,
  primary key (tenant_id, shop_id, item_id, sku_key)
);
select platform.protect('reporting.sales_velocity');
