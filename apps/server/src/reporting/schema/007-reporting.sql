-- Canonical rows are the current state of what a partner sent; facts are derived from them, rollups from facts. Money
-- is a signed integer in ten-thousandths of the currency's major unit (…_e4). The views over these tables are in
-- 008-reporting-views.sql.

-- Shops

-- The shops that reports know, as the collector last fetched them. The row is also the lock under which the facts and
-- rollups of a shop change, so that two workers never rebuild one day from half of each.
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

-- The currencies that a shop has sold in: amounts of different currencies are never added.
create table reporting.shop_currency (
  tenant_id uuid not null,
  shop_id uuid not null,
  currency text not null,
  primary key (tenant_id, shop_id, currency)
);
select platform.protect('reporting.shop_currency');

-- Sales: canonical rows

create table reporting.sales_order (
  tenant_id uuid not null,
  shop_id uuid not null,
  created_at timestamptz not null,
  committed_at timestamptz,
  -- The version. The state that the partner changed last wins; at the same time the newer mapping, then the later
  -- fetch, then the content itself. Every order of arrival ends in the same state.
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
-- Lists of a shop's orders, newest first: all, those of one stage (possibly few among very many), those with flags.
create index sales_order_newest on reporting.sales_order (tenant_id, shop_id, created_at desc, order_id desc);
create index sales_order_of_stage on reporting.sales_order
  (tenant_id, shop_id, stage, created_at desc, order_id desc);
create index sales_order_odd on reporting.sales_order (tenant_id, shop_id, created_at desc, order_id desc)
  where cardinality(flags) > 0;
-- Sales of one stage, newest first.
create index sales_order_sold_of_stage on reporting.sales_order
  (tenant_id, shop_id, stage, committed_day desc, committed_at desc, order_id desc)
  where committed_day is not null;
-- Pages over the orders of some days go day by day: paging by order number would read a whole shop for one day.
create index sales_order_by_sales_day on reporting.sales_order (tenant_id, committed_day, shop_id, order_id)
  where committed_day is not null;
create index sales_order_by_day on reporting.sales_order (tenant_id, created_day, shop_id, order_id);
select platform.protect('reporting.sales_order');

-- Lines of orders at the partner's own grain: Lazada sends one line per unit.
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

-- Names of SKUs in reports: from the newest order that holds the SKU.
create table reporting.sku (
  tenant_id uuid not null,
  shop_id uuid not null,
  sku_key text not null,
  seller_sku text not null,
  name text not null,
  -- The search key of the name; a row without one gets its key when it is searched.
  name_key text,
  named_at timestamptz not null,
  primary key (tenant_id, shop_id, sku_key)
);
select platform.protect('reporting.sku');

-- Addresses of product pictures at the marketplaces, by the SKU of orders and listings.
create table reporting.sku_picture (
  tenant_id uuid not null,
  shop_id uuid not null,
  sku_key text not null,
  url text not null,
  primary key (tenant_id, shop_id, sku_key)
);
select platform.protect('reporting.sku_picture');

create table reporting.listing (
  tenant_id uuid not null,
  shop_id uuid not null,
  item_id text not null,
  sku_key text not null,
  seller_sku text not null,
  name text not null,
  -- As in reporting.sku.
  name_key text,
  -- As the marketplace sends it: empty where it says that there is none, null where it does not say.
  brand text,
  status text not null,
  currency text not null,
  price_e4 bigint not null,
  special_price_e4 bigint,
  stock integer,
  version_at timestamptz not null,
  observed_at timestamptz not null,
  -- Updated by every sync that returns the product, whatever its version.
  seen_at timestamptz,
  -- Set after two complete syncs of the catalogue in a row did not return the product: the marketplace no longer
  -- offers it. The row stays.
  deleted_at timestamptz,
  content_hash uuid not null,
  mapping_version integer not null,
  primary key (tenant_id, shop_id, item_id, sku_key)
);
-- Sorting by a locale's collation is expensive.
create index listing_by_name on reporting.listing (tenant_id, name collate "vi-x-icu", shop_id, item_id, sku_key);
select platform.protect('reporting.listing');

-- Sales: facts and rollups

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
  -- The minute of its sales day, by the shop's clock, at which the order became a sale.
  committed_minute smallint check (committed_minute between 0 and 1439),
  is_valid boolean not null,
  is_cancelled boolean not null,
  order_id text not null,
  currency text not null,
  primary key (tenant_id, shop_id, created_day, order_id),
  constraint fact_order_minute_of_day check ((committed_minute is null) = (committed_day is null))
);
-- Sales of a shop, newest first. The included columns let metrics filter without reading the table. Also used for
-- what was sold on a day until a given minute.
create index fact_order_sold on reporting.fact_order
  (tenant_id, shop_id, committed_day desc, committed_minute desc, order_id desc)
  include (currency, is_valid, is_cancelled)
  where committed_day is not null;
-- Sales with cancelled, undelivered or returned items: few among many.
create index fact_order_lost on reporting.fact_order
  (tenant_id, shop_id, committed_day desc, committed_minute desc, order_id desc)
  where committed_day is not null
    and (is_cancelled or cancelled_e4 > 0 or failed_e4 > 0 or returned_e4 > 0);
select platform.protect('reporting.fact_order');

-- SKUs of committed orders only: an order that was never paid sold nothing.
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

-- SKUs of orders that never became a sale and so have no fact. Used by the product search.
create table reporting.unsold_order_item (
  tenant_id uuid not null,
  shop_id uuid not null,
  created_day date not null,
  sku_key text not null,
  order_id text not null,
  primary key (tenant_id, shop_id, created_day, sku_key, order_id)
);
select platform.protect('reporting.unsold_order_item');

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

-- Sales by the hour of the shop's own clock, on the committed basis: the hours of a day add up to its row in
-- agg_shop_day. When clocks are set back, the repeated hour is one row.
create table reporting.agg_shop_hour (
  tenant_id uuid not null,
  shop_id uuid not null,
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  currency text not null,
  orders integer not null,
  valid_orders integer not null,
  cancelled_orders integer not null,
  units bigint not null,
  gmv_e4 bigint not null,
  nmv_e4 bigint not null,
  net_sales_e4 bigint not null,
  primary key (tenant_id, shop_id, day, hour, currency)
);
select platform.protect('reporting.agg_shop_hour');

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

-- Buckets: SKU days summed over 7, 28 and 112 days, so that a long period is read from few rows. Buckets of a length
-- start every bucket_days days, counted from Monday 1970-01-05.
create table reporting.agg_sku_bucket (
  tenant_id uuid not null,
  shop_id uuid not null,
  first_day date not null,
  bucket_days integer not null check (bucket_days in (7, 28, 112)),
  sku_key text not null,
  currency text not null,
  orders bigint not null,
  units bigint not null,
  gmv_e4 bigint not null,
  cancelled_e4 bigint not null,
  failed_e4 bigint not null,
  returned_e4 bigint not null,
  nmv_e4 bigint not null,
  kept_seller_voucher_e4 bigint not null,
  net_sales_e4 bigint not null,
  primary key (tenant_id, shop_id, first_day, bucket_days, sku_key, currency)
);
select platform.protect('reporting.agg_sku_bucket');

-- The buckets that exist. Every page that touches a day of such a bucket updates it in its own transaction. Without a
-- row here, a bucket has no rows in agg_sku_bucket, and its days are read instead.
create table reporting.sku_bucket (
  tenant_id uuid not null,
  shop_id uuid not null,
  first_day date not null,
  bucket_days integer not null check (bucket_days in (7, 28, 112)),
  primary key (tenant_id, shop_id, first_day, bucket_days)
);
select platform.protect('reporting.sku_bucket');

-- Returns and payouts: canonical rows. Amounts have a sign: positive raises the payout.

create table reporting.return_case (
  tenant_id uuid not null,
  shop_id uuid not null,
  return_id text not null,
  order_id text not null,
  kind text not null,
  state text not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  received_at timestamptz,
  refunded_at timestamptz,
  -- As in sales_order: which state of a case wins.
  version_at timestamptz not null,
  observed_at timestamptz not null,
  content_hash uuid not null,
  mapping_version integer not null,
  refund_e4 bigint not null,
  currency text not null,
  borne_by text,
  reason text not null,
  flags text[] not null,
  primary key (tenant_id, shop_id, return_id)
);
create index return_case_requested on reporting.return_case (tenant_id, shop_id, requested_at);
create index return_case_of_order on reporting.return_case (tenant_id, shop_id, order_id);
select platform.protect('reporting.return_case');

create table reporting.return_item (
  tenant_id uuid not null,
  shop_id uuid not null,
  return_id text not null,
  return_item_id text not null,
  -- Either may be missing: some partners name the line, others the SKU.
  order_line_id text,
  sku_id text,
  quantity integer not null,
  refund_e4 bigint not null,
  state text not null,
  raw_status text not null,
  primary key (tenant_id, shop_id, return_id, return_item_id)
);
select platform.protect('reporting.return_item');

-- Payouts of many settlement lines at once, as the partner sums them up.
create table reporting.statement (
  tenant_id uuid not null,
  shop_id uuid not null,
  statement_id text not null,
  name text not null,
  from_at timestamptz,
  to_at timestamptz,
  currency text not null,
  total_e4 bigint,
  payout_e4 bigint not null,
  paid_at timestamptz,
  version_at timestamptz not null,
  observed_at timestamptz not null,
  content_hash uuid not null,
  mapping_version integer not null,
  flags text[] not null,
  primary key (tenant_id, shop_id, statement_id)
);
select platform.protect('reporting.statement');

-- The money ledger. Lines of one settlement are inserted, changed and deleted together; each carries the settlement's
-- version. A line is its own fact: it carries the days on which it counts.
create table reporting.settlement_line (
  tenant_id uuid not null,
  shop_id uuid not null,
  occurred_at timestamptz not null,
  settled_at timestamptz,
  version_at timestamptz not null,
  observed_at timestamptz not null,
  amount_e4 bigint not null,
  content_hash uuid not null,
  -- Hash of the line's raw bytes, which are stored once with their page.
  raw_hash uuid,
  mapping_version integer not null,
  occurred_day date not null,
  -- The day of the payout; null while it is not paid.
  settled_day date,
  is_estimate boolean not null,
  -- False for the estimates of an order once actual lines are booked for it.
  counts boolean not null,
  settlement_id text not null,
  line_id text not null,
  statement_id text,
  order_id text,
  order_line_id text,
  fee_class text not null,
  fee_code text not null,
  fee_name text not null,
  currency text not null,
  -- For estimates: why nothing is booked yet and until when, in the words of the marketplace.
  waiting_reason text,
  waiting_until text,
  flags text[] not null,
  primary key (tenant_id, shop_id, settlement_id, line_id)
);
create index settlement_line_of_statement on reporting.settlement_line
  (tenant_id, shop_id, statement_id) where statement_id is not null;
create index settlement_line_estimate on reporting.settlement_line (tenant_id, shop_id, order_id)
  where is_estimate;
-- Key columns only: further columns would prevent the deduplication of index entries.
create index settlement_line_settled on reporting.settlement_line (tenant_id, shop_id, settled_day)
  where settled_day is not null;
create index settlement_line_open on reporting.settlement_line (tenant_id, shop_id, occurred_day)
  where settled_day is null;
create index settlement_line_of_order on reporting.settlement_line (tenant_id, shop_id, order_id)
  where order_id is not null;
select platform.protect('reporting.settlement_line');

-- Returns and payouts: facts and rollups

-- Items of returns that count: on their own day and on the sales day of their order.
create table reporting.fact_return (
  tenant_id uuid not null,
  shop_id uuid not null,
  requested_day date not null,
  -- When the item started to count; null while it does not.
  returned_day date,
  -- Null while the order is not known, or was never paid for.
  committed_day date,
  quantity integer not null,
  refund_e4 bigint not null,
  -- Its share of the seller's price; 0 while it does not count.
  returned_e4 bigint not null,
  return_id text not null,
  return_item_id text not null,
  order_id text not null,
  sku_key text,
  kind text not null,
  state text not null,
  currency text not null,
  primary key (tenant_id, shop_id, return_id, return_item_id)
);
create index fact_return_returned on reporting.fact_return (tenant_id, shop_id, returned_day)
  where returned_day is not null;
create index fact_return_committed on reporting.fact_return (tenant_id, shop_id, committed_day)
  where committed_day is not null;
select platform.protect('reporting.fact_return');

create table reporting.agg_fee_day (
  tenant_id uuid not null,
  shop_id uuid not null,
  settled_day date not null,
  fee_class text not null,
  currency text not null,
  lines bigint not null,
  amount_e4 bigint not null,
  primary key (tenant_id, shop_id, settled_day, fee_class, currency)
);
select platform.protect('reporting.agg_fee_day');

-- The money of each order. Compared with the order's net sales, it shows whether the payout is correct.
create table reporting.order_payout (
  tenant_id uuid not null,
  shop_id uuid not null,
  order_id text not null,
  currency text not null,
  -- Paid out, all fee classes.
  settled_e4 bigint not null,
  -- Paid out for the goods: price, vouchers, subsidies and refunds.
  settled_goods_e4 bigint not null,
  -- Deducted by the marketplace; positive.
  settled_fees_e4 bigint not null,
  -- Booked but not paid out; without estimates.
  pending_e4 bigint not null,
  estimated_e4 bigint not null,
  -- Null while no actual line is booked for the order: an estimate alone makes nothing due.
  settled_lines integer,
  first_settled_day date,
  last_settled_day date,
  primary key (tenant_id, shop_id, order_id, currency)
);
select platform.protect('reporting.order_payout');

-- Ads. An ad account is not a shop: it has no orders and is in no rollup of sales. `account_id` is our id of the
-- linked account, `*_id text` the partner's.

-- The row of an account is also the lock under which its facts and rollups change.
create table reporting.ad_account (
  tenant_id uuid not null,
  account_id uuid not null,
  platform text not null,
  name text not null,
  currency text not null,
  -- The time zone of its days. Day totals cannot be recalculated for another one.
  time_zone text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, account_id)
);
select platform.protect('reporting.ad_account');

-- Campaigns, ad sets and ads as they were last listed. A row known only from its days (deleted before it was ever
-- listed) has no status; a row that a complete listing lacks is marked as deleted.
create table reporting.ad_campaign (
  tenant_id uuid not null,
  account_id uuid not null,
  campaign_id text not null,
  name text not null,
  status text,
  objective text,
  created_at timestamptz,
  updated_at timestamptz,
  observed_at timestamptz not null,
  deleted_at timestamptz,
  mapping_version integer not null,
  primary key (tenant_id, account_id, campaign_id)
);
select platform.protect('reporting.ad_campaign');

create table reporting.ad_set (
  tenant_id uuid not null,
  account_id uuid not null,
  ad_set_id text not null,
  campaign_id text not null,
  name text not null,
  status text,
  created_at timestamptz,
  updated_at timestamptz,
  observed_at timestamptz not null,
  deleted_at timestamptz,
  mapping_version integer not null,
  primary key (tenant_id, account_id, ad_set_id)
);
select platform.protect('reporting.ad_set');

create table reporting.ad (
  tenant_id uuid not null,
  account_id uuid not null,
  ad_id text not null,
  ad_set_id text not null,
  campaign_id text not null,
  name text not null,
  status text,
  created_at timestamptz,
  updated_at timestamptz,
  observed_at timestamptz not null,
  deleted_at timestamptz,
  mapping_version integer not null,
  primary key (tenant_id, account_id, ad_id)
);
select platform.protect('reporting.ad');

-- What one ad did on one day of its account, as the partner last sent it.
create table reporting.ad_insight_daily (
  tenant_id uuid not null,
  account_id uuid not null,
  day date not null,
  observed_at timestamptz not null,
  spend_e4 bigint not null,
  purchase_value_e4 bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  link_clicks bigint not null,
  -- Users reached: not additive across days or ads.
  reach bigint not null,
  purchases bigint not null,
  mapping_version integer not null,
  -- Fetched after the partner stopped changing it.
  is_final boolean not null,
  ad_id text not null,
  ad_set_id text not null,
  campaign_id text not null,
  currency text not null,
  attribution text not null,
  flags text[] not null,
  primary key (tenant_id, account_id, day, ad_id)
);
select platform.protect('reporting.ad_insight_daily');

create table reporting.fact_ad_daily (
  tenant_id uuid not null,
  account_id uuid not null,
  day date not null,
  spend_e4 bigint not null,
  purchase_value_e4 bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  link_clicks bigint not null,
  purchases bigint not null,
  campaign_id text not null,
  attribution text not null,
  currency text not null,
  primary key (tenant_id, account_id, day, campaign_id, attribution, currency)
);
select platform.protect('reporting.fact_ad_daily');

create table reporting.agg_ad_day (
  tenant_id uuid not null,
  account_id uuid not null,
  day date not null,
  spend_e4 bigint not null,
  purchase_value_e4 bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  link_clicks bigint not null,
  purchases bigint not null,
  campaign_id text not null,
  currency text not null,
  primary key (tenant_id, account_id, day, campaign_id, currency)
);
select platform.protect('reporting.agg_ad_day');

-- Access of reporting tools, and reconciliation

-- The credentials that a reporting tool reads a team's report with. Only the hash of the secret is stored. Revoking
-- deletes the row; the team's audit log keeps the event.
create table reporting.access (
  tenant_id uuid not null,
  access_id uuid not null,
  -- tool: every request of a reporting tool. link: the one CSV file that `query` describes.
  kind text not null check (kind in ('tool', 'link')),
  name text not null,
  token_hash bytea not null,
  query jsonb check ((kind = 'link') = (query is not null)),
  created_by text not null,
  created_at timestamptz not null,
  -- Null for an access that does not expire.
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, access_id)
);
create unique index access_token on reporting.access (tenant_id, token_hash);
select platform.protect('reporting.access');

-- Checks of a report against a file that a seller exported from the seller center. The file is not stored.
create table reporting.recon_check (
  tenant_id uuid not null,
  check_id uuid not null,
  shop_id uuid not null,
  checked_at timestamptz not null,
  checked_by text not null,
  -- The contract's reconciliation without the names of the shop and the account.
  result jsonb not null,
  primary key (tenant_id, check_id)
);
select platform.protect('reporting.recon_check');

-- Orders that differ between file and report. Contains no personal data of the buyer.
create table reporting.recon_difference (
  tenant_id uuid not null,
  check_id uuid not null,
  position integer not null,
  shop_id uuid,
  order_id text not null,
  kind text not null,
  reason text not null,
  file_amount_e4 bigint,
  our_amount_e4 bigint,
  effect_e4 bigint not null,
  -- Units of the order, where they differ.
  file_quantity integer,
  our_quantity integer,
  file_status text,
  our_stage text,
  file_day date,
  our_day date,
  primary key (tenant_id, check_id, position)
);
select platform.protect('reporting.recon_difference');

-- Progress of running checks, readable by every process. Deleted when the check ends. In the phase `asking`, the
-- check fetches differing orders from the marketplace.
create table reporting.recon_progress (
  tenant_id uuid not null,
  upload_id uuid not null,
  recorded_at timestamptz not null,
  phase text not null check (phase in ('reading', 'comparing', 'asking')),
  done integer not null,
  total integer,
  primary key (tenant_id, upload_id)
);
select platform.protect('reporting.recon_progress');

-- Functions

-- Returns the search key of a text: whitespace collapsed, without Vietnamese diacritics and letter case. Must equal
-- the server's own search key; computed here for texts that arrive by the thousand and are rarely searched.
create function reporting.search_key(value text) returns text
  language sql immutable strict parallel safe
  as $$
    select pg_catalog.lower(pg_catalog.translate(
      pg_catalog.regexp_replace(
        pg_catalog.normalize(
          pg_catalog.btrim(pg_catalog.regexp_replace(value, '\s+', ' ', 'g')), 'NFD'),
        U&'[\0300-\036F]', '', 'g'),
      'đĐ', 'dd'))
  $$;
grant execute on function reporting.search_key(text) to seller_connect_app;

-- Returns an amount in the currency's major unit: exact, with four decimals.
create function reporting.money(amount_e4 bigint) returns numeric language sql immutable parallel safe
  return amount_e4 * 0.0001;

-- Returns the payout state of a committed order. The stage says that the order arrived, and its last change says
-- when: until the buyer confirms it, the last change is the delivery. An order without a payout that arrived before
-- `overdue_before` is overdue. `has_payouts` says whether anything was ever paid out to the shop; some marketplaces
-- disclose no payouts, and then a missing one means nothing.
create function reporting.payout_state(settled_lines integer, settled_goods_e4 bigint, net_sales_e4 bigint,
    stage text, changed_at timestamptz, overdue_before timestamptz, has_payouts boolean) returns text
  language sql immutable parallel safe
  return case
    when settled_lines > 0 and settled_goods_e4 = net_sales_e4 then 'matched'
    when settled_lines > 0 and settled_goods_e4 > net_sales_e4 then 'over'
    when settled_lines > 0 then 'under'
    when stage not in ('delivered', 'completed') then case when settled_lines is null then 'not_due' else 'due' end
    when settled_lines is null and not has_payouts then 'unknown'
    when changed_at < overdue_before then 'overdue'
    else 'due' end;
grant execute on function
  reporting.payout_state(integer, bigint, bigint, text, timestamptz, timestamptz, boolean) to seller_connect_app;

-- Returns whether the marketplaces deduct lines of this class from the payout.
create function reporting.is_fee(fee_class text) returns boolean language sql immutable parallel safe
  return fee_class in ('commission', 'payment_fee', 'programme_fee', 'infrastructure_fee', 'affiliate_commission',
                       'penalty');
grant execute on function reporting.is_fee(text) to seller_connect_app;
