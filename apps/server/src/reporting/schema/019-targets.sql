-- What a team means to sell in a month: in all of its shops, or in one.
create table reporting.target (
  tenant_id uuid not null,
  target_id uuid not null,
  -- Null for all shops of the team.
  shop_id uuid,
  -- Its first day.
  month date not null check (extract(day from month) = 1),
  metric text not null check (metric in ('gmv', 'netSales')),
  currency text not null,
  amount_e4 bigint not null check (amount_e4 > 0),
  changed_at timestamptz not null,
  primary key (tenant_id, target_id),
  unique nulls not distinct (tenant_id, month, metric, currency, shop_id)
);
select platform.protect('reporting.target');
