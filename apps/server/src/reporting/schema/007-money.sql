-- Returns and payouts. Amounts as everywhere in ten-thousandths (…_e4), here with a sign: positive raises the
-- payout. Canonical rows first, facts of them, rollups of facts.

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

-- A payout of many bookings at once, as the partner sums it up.
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

-- The money ledger. Lines of one settlement come, change and go together; each carries the version of it.
create table reporting.settlement_line (
  tenant_id uuid not null,
  shop_id uuid not null,
  occurred_at timestamptz not null,
  settled_at timestamptz,
  version_at timestamptz not null,
  observed_at timestamptz not null,
  amount_e4 bigint not null,
  content_hash uuid not null,
  mapping_version integer not null,
  is_estimate boolean not null,
  settlement_id text not null,
  line_id text not null,
  statement_id text,
  order_id text,
  order_line_id text,
  fee_class text not null,
  fee_code text not null,
  fee_name text not null,
  currency text not null,
  flags text[] not null,
  primary key (tenant_id, shop_id, settlement_id, line_id)
);
create index settlement_line_of_statement on reporting.settlement_line
  (tenant_id, shop_id, statement_id) where statement_id is not null;
create index settlement_line_estimate on reporting.settlement_line (tenant_id, shop_id, order_id)
  where is_estimate;
select platform.protect('reporting.settlement_line');

-- What counts of a return, item by item: on its own day and on the sales day of its order.
create table reporting.fact_return (
  tenant_id uuid not null,
  shop_id uuid not null,
  requested_day date not null,
  -- When it came to count; null while it does not.
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

-- One line of the ledger as reports count it. An order's estimates are left out once anything is booked for it.
create table reporting.fact_settlement_line (
  tenant_id uuid not null,
  shop_id uuid not null,
  occurred_day date not null,
  -- The day of the payout; null while it is not paid.
  settled_day date,
  amount_e4 bigint not null,
  is_estimate boolean not null,
  settlement_id text not null,
  line_id text not null,
  order_id text,
  fee_class text not null,
  currency text not null,
  primary key (tenant_id, shop_id, settlement_id, line_id)
);
create index fact_settlement_line_settled on reporting.fact_settlement_line
  (tenant_id, shop_id, settled_day) include (fee_class, currency, amount_e4)
  where settled_day is not null;
create index fact_settlement_line_open on reporting.fact_settlement_line
  (tenant_id, shop_id, occurred_day) include (fee_class, currency, amount_e4)
  where settled_day is null;
create index fact_settlement_line_of_order on reporting.fact_settlement_line
  (tenant_id, shop_id, order_id) where order_id is not null;
select platform.protect('reporting.fact_settlement_line');

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

-- What is known of the money of one order: against its net sales it says whether the payout is right.
create table reporting.order_payout (
  tenant_id uuid not null,
  shop_id uuid not null,
  order_id text not null,
  currency text not null,
  -- Paid out, of all classes.
  settled_e4 bigint not null,
  -- Paid out for the goods: price, vouchers, subsidies and refunds.
  settled_goods_e4 bigint not null,
  -- What the marketplace kept of it; positive.
  settled_fees_e4 bigint not null,
  -- Booked and not paid out; estimates apart.
  pending_e4 bigint not null,
  estimated_e4 bigint not null,
  settled_lines integer not null,
  first_settled_day date,
  last_settled_day date,
  primary key (tenant_id, shop_id, order_id, currency)
);
select platform.protect('reporting.order_payout');
