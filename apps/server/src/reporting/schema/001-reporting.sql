-- Canonical rows are the current state of what a partner told us; facts are derived from them, rollups
-- from facts. Money is a signed integer in ten-thousandths of the currency's major unit (…_e4).

-- The shops that reports know, as the collector last read them. Its row is also the lock under which
-- the facts and rollups of a shop change, so that two workers never rebuild one day from half of each.
create table reporting.shop (
  tenant_id uuid not null,
  shop_id uuid not null,
  platform text not null,
  name text not null,
  region text not null,
  currency text not null,
  time_zone text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, shop_id)
);
select platform.protect('reporting.shop');

-- In which currencies a shop has sold: amounts of different currencies are never added.
create table reporting.shop_currency (
  tenant_id uuid not null,
  shop_id uuid not null,
  currency text not null,
  primary key (tenant_id, shop_id, currency)
);
select platform.protect('reporting.shop_currency');

create table reporting.sales_order (
  tenant_id uuid not null,
  shop_id uuid not null,
  created_at timestamptz not null,
  committed_at timestamptz,
  -- The version: what the partner changed last wins; at the same time the mapping that is newer, then what
  -- was fetched last, then the content itself, so that no order of arrival ends in another state.
  version_at timestamptz not null,
  observed_at timestamptz not null,
  content_hash uuid not null,
  mapping_version integer not null,
  created_day date not null,
  committed_day date,
  shipping_fee_e4 bigint not null,
  is_cod boolean not null,
  is_split boolean not null,
  order_id text not null,
  currency text not null,
  payment_method text not null,
  stage text not null,
  buyer_key text,
  flags text[] not null,
  primary key (tenant_id, shop_id, order_id)
);
select platform.protect('reporting.sales_order');

-- The partner's own grain: Lazada sends one line per unit.
create table reporting.order_item (
  tenant_id uuid not null,
  shop_id uuid not null,
  updated_at timestamptz not null,
  list_price_e4 bigint not null,
  seller_price_e4 bigint not null,
  seller_voucher_e4 bigint not null,
  platform_voucher_e4 bigint not null,
  quantity integer not null,
  order_id text not null,
  line_id text not null,
  sku_key text not null,
  seller_sku text not null,
  product_name text not null,
  stage text not null,
  return_state text not null,
  raw_status text not null,
  cancelled_by text,
  primary key (tenant_id, shop_id, order_id, line_id)
);
select platform.protect('reporting.order_item');

-- The name of a SKU in reports: from the newest order that holds it.
create table reporting.sku (
  tenant_id uuid not null,
  shop_id uuid not null,
  sku_key text not null,
  seller_sku text not null,
  name text not null,
  named_at timestamptz not null,
  primary key (tenant_id, shop_id, sku_key)
);
select platform.protect('reporting.sku');

create table reporting.listing (
  tenant_id uuid not null,
  shop_id uuid not null,
  item_id text not null,
  sku_key text not null,
  seller_sku text not null,
  name text not null,
  status text not null,
  currency text not null,
  price_e4 bigint not null,
  special_price_e4 bigint,
  stock integer,
  version_at timestamptz not null,
  observed_at timestamptz not null,
  content_hash uuid not null,
  mapping_version integer not null,
  primary key (tenant_id, shop_id, item_id, sku_key)
);
select platform.protect('reporting.listing');

create table reporting.fact_order (
  tenant_id uuid not null,
  shop_id uuid not null,
  created_day date not null,
  committed_day date,
  gmv_e4 bigint not null,
  cancelled_e4 bigint not null,
  failed_e4 bigint not null,
  returned_e4 bigint not null,
  kept_seller_voucher_e4 bigint not null,
  units integer not null,
  unknown_items integer not null,
  is_valid boolean not null,
  is_cancelled boolean not null,
  order_id text not null,
  currency text not null,
  primary key (tenant_id, shop_id, created_day, order_id)
);
create index fact_order_committed on reporting.fact_order (tenant_id, shop_id, committed_day)
  where committed_day is not null;
select platform.protect('reporting.fact_order');

-- Committed orders only: an order that was never paid sold nothing.
create table reporting.fact_order_item (
  tenant_id uuid not null,
  shop_id uuid not null,
  committed_day date not null,
  units integer not null,
  gmv_e4 bigint not null,
  cancelled_e4 bigint not null,
  failed_e4 bigint not null,
  returned_e4 bigint not null,
  kept_seller_voucher_e4 bigint not null,
  sku_key text not null,
  order_id text not null,
  currency text not null,
  primary key (tenant_id, shop_id, committed_day, sku_key, order_id)
);
select platform.protect('reporting.fact_order_item');

-- Everything but placed_orders is on the committed basis: the order's own sales day, whatever happened later.
create table reporting.agg_shop_day (
  tenant_id uuid not null,
  shop_id uuid not null,
  day date not null,
  currency text not null,
  placed_orders integer not null,
  orders integer not null,
  valid_orders integer not null,
  cancelled_orders integer not null,
  units bigint not null,
  unknown_items integer not null,
  gmv_e4 bigint not null,
  cancelled_e4 bigint not null,
  failed_e4 bigint not null,
  returned_e4 bigint not null,
  nmv_e4 bigint not null,
  kept_seller_voucher_e4 bigint not null,
  net_sales_e4 bigint not null,
  primary key (tenant_id, shop_id, day, currency)
);
select platform.protect('reporting.agg_shop_day');

create table reporting.agg_sku_day (
  tenant_id uuid not null,
  shop_id uuid not null,
  day date not null,
  sku_key text not null,
  currency text not null,
  orders integer not null,
  units bigint not null,
  gmv_e4 bigint not null,
  cancelled_e4 bigint not null,
  failed_e4 bigint not null,
  returned_e4 bigint not null,
  nmv_e4 bigint not null,
  kept_seller_voucher_e4 bigint not null,
  net_sales_e4 bigint not null,
  primary key (tenant_id, shop_id, day, sku_key, currency)
);
select platform.protect('reporting.agg_sku_day');
