-- What keeps reports of long periods, and orders asked for by day, as quick for ten million orders as for few.

-- Pages of the orders of some days go day by day: by number, a whole shop was read for one day of it.
create index sales_order_by_sales_day on reporting.sales_order (tenant_id, committed_day, shop_id, order_id)
  where committed_day is not null;
create index sales_order_by_day on reporting.sales_order (tenant_id, created_day, shop_id, order_id);

-- Spans hold all that a day holds, and there are longer ones; those of now are kept from their first day on. They are
-- added up anew, a few with each reading of a shop.
truncate reporting.sku_span, reporting.agg_sku_span;
alter table reporting.sku_span drop constraint sku_span_span_days_check;
alter table reporting.sku_span add constraint sku_span_span_days_check check (span_days in (7, 28, 112));
alter table reporting.agg_sku_span drop constraint agg_sku_span_span_days_check;
alter table reporting.agg_sku_span
  add constraint agg_sku_span_span_days_check check (span_days in (7, 28, 112)),
  add column cancelled_e4 bigint not null,
  add column failed_e4 bigint not null,
  add column returned_e4 bigint not null,
  add column nmv_e4 bigint not null,
  add column kept_seller_voucher_e4 bigint not null;

-- Which products an order held that never became a sale, and so is in no fact of a product: a search for a product looked
-- through all such orders for it.
create table reporting.unsold_order_item (
  tenant_id uuid not null,
  shop_id uuid not null,
  created_day date not null,
  sku_key text not null,
  order_id text not null,
  primary key (tenant_id, shop_id, created_day, sku_key, order_id)
);
-- Orders that are stored already. Tenancy is forced on the owner too, who fills them in here for all tenants.
alter table reporting.sales_order no force row level security;
alter table reporting.order_item no force row level security;
insert into reporting.unsold_order_item (tenant_id, shop_id, created_day, sku_key, order_id)
select distinct o.tenant_id, o.shop_id, o.created_day, i.sku_key, o.order_id
  from reporting.sales_order o
  join reporting.order_item i on i.tenant_id = o.tenant_id and i.shop_id = o.shop_id and i.order_id = o.order_id
 where o.committed_at is null;
alter table reporting.sales_order force row level security;
alter table reporting.order_item force row level security;
select platform.protect('reporting.unsold_order_item');
drop index reporting.sales_order_unsold;
