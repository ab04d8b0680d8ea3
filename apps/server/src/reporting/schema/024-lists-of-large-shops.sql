-- What keeps the lists of a shop with a million orders as quick as those of a new one.

-- What a name is searched by, so that searching makes no keys; null in rows from before, whose key is made when it is
-- searched for.
alter table reporting.sku add column name_key text;
alter table reporting.listing add column name_key text;

-- Orders of one stage, the newest first; there may be few among very many.
create index sales_order_of_stage on reporting.sales_order
  (tenant_id, shop_id, stage, created_at desc, order_id desc);
create index sales_order_odd on reporting.sales_order (tenant_id, shop_id, created_at desc, order_id desc)
  where cardinality(flags) > 0;
-- Orders that are in no fact of a product, because they never became a sale.
create index sales_order_unsold on reporting.sales_order (tenant_id, shop_id, created_at desc, order_id desc)
  where committed_at is null;

-- All listings by name: the order of a language is dear to make.
create index listing_by_name on reporting.listing (tenant_id, name collate "vi-x-icu", shop_id, item_id, sku_key);
