-- Addresses of product pictures at the marketplaces, by the SKU of orders and listings.
create table reporting.sku_picture (
  tenant_id uuid not null,
  shop_id uuid not null,
  sku_key text not null,
  url text not null,
  primary key (tenant_id, shop_id, sku_key)
);
select platform.protect('reporting.sku_picture');
