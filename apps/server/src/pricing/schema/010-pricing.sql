-- The company's own products with their current price. Amounts are ten-thousandths of a đồng.
create table pricing.price (
  tenant_id uuid not null,
  sku text not null,
  name text not null,
  -- Without marks and letter case, for searching.
  name_key text not null,
  -- A code of the catalogue, which owns everything else about the brand.
  brand_code text not null,
  list_e4 bigint not null check (list_e4 > 0),
  floor_e4 bigint not null check (floor_e4 > 0),
  currency text not null check (currency = 'VND'),
  -- A day in Viet Nam.
  valid_from date not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, sku),
  check (floor_e4 <= list_e4)
);
create index price_by_name on pricing.price (tenant_id, name collate "vi-x-icu", sku);
create index price_by_brand on pricing.price (tenant_id, brand_code, sku);
select platform.protect('pricing.price');

-- One row per version of a price: who made it, and the values before and after. The first version has none before.
create table pricing.price_change (
  tenant_id uuid not null,
  sku text not null,
  version integer not null,
  changed_at timestamptz not null,
  changed_by text not null,
  -- The person's name then; people belong to the identity provider.
  changed_by_name text not null,
  old_name text,
  old_brand_code text,
  old_list_e4 bigint,
  old_floor_e4 bigint,
  new_name text not null,
  new_brand_code text not null,
  new_list_e4 bigint not null,
  new_floor_e4 bigint not null,
  primary key (tenant_id, sku, version)
);
select platform.protect('pricing.price_change');
