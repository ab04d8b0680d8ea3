-- A product that two complete readings of the catalogue in a row did not bring is gone at the marketplace: it is
-- marked and shown as gone, never removed. `seen_at` moves with every reading that brings it, whatever its version.
alter table reporting.listing
  add column seen_at timestamptz,
  add column deleted_at timestamptz;

create or replace view rpt.products with (security_invoker = true) as
select l.shop_id, s.platform, s.name as shop_name, l.item_id, l.sku_key as sku_id, l.seller_sku, l.name as product_name,
       l.status, l.currency,
       reporting.money(l.price_e4)::numeric(19, 4) as price,
       reporting.money(l.special_price_e4)::numeric(19, 4) as special_price,
       l.stock, l.version_at as updated_at
  from reporting.listing l
  join reporting.shop s on s.tenant_id = l.tenant_id and s.shop_id = l.shop_id
 where l.deleted_at is null;
