-- Ad accounts and what their ads cost and brought. An account is no shop: it has no orders and is in no rollup of
-- sales. `account_id` is our id of the linked account, `*_id text` the partner's. The row of an account is also the
-- lock under which its facts and rollups change.
create table reporting.ad_account (
  tenant_id uuid not null,
  account_id uuid not null,
  platform text not null,
  name text not null,
  currency text not null,
  -- The calendar of its days. Day totals cannot be cut anew for another one.
  time_zone text not null,
  updated_at timestamptz not null,
  primary key (tenant_id, account_id)
);
select platform.protect('reporting.ad_account');

-- Campaigns, ad sets and ads as they were last listed. One that is only known by its days (deleted before it was ever
-- listed) has no status; one that a complete listing lacks is marked as deleted.
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

-- What one ad did on one day of its account, as the partner last told it.
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
  -- People: not additive across days or ads.
  reach bigint not null,
  purchases bigint not null,
  mapping_version integer not null,
  -- Told after the partner stops changing it.
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
