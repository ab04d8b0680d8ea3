-- The company's own products with their current prices. Amounts are in ten-thousandths of a đồng.
create table pricing.price (
  tenant_id uuid not null,
  sku text not null,
  name text not null,
  -- Search key without diacritics and letter case.
  name_key text not null,
  -- Brand code of the catalogue, which owns all other data of the brand.
  brand_code text not null,
  list_e4 bigint not null check (list_e4 > 0),
  floor_e4 bigint not null check (floor_e4 > 0),
  currency text not null check (currency = 'VND'),
  -- Calendar day in Vietnam.
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

-- One row per version of a price, with its author and the old and new values. The first version has no old values.
create table pricing.price_change (
  tenant_id uuid not null,
  sku text not null,
  version integer not null,
  changed_at timestamptz not null,
  changed_by text not null,
  -- The author's name at that time, because accounts belong to the identity provider.
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
