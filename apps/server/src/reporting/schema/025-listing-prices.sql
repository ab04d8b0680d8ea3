-- Price of a listing by day: the last one that was read on the day, and a row only where it differs from the day before.
create table reporting.price_day (
  tenant_id uuid not null,
  shop_id uuid not null,
  -- In the shop's time zone.
  day date not null,
  -- What buyers pay: the special price, if there is one.
  price_e4 bigint not null,
  item_id text not null,
  sku_key text not null,
  primary key (tenant_id, shop_id, item_id, sku_key, day)
);
select platform.protect('reporting.price_day');
