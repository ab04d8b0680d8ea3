-- Alert rules that members of a team set.
create table reporting.alert_rule (
  tenant_id uuid not null,
  rule_id uuid not null,
  -- Null for all shops of the team or of the marketplace.
  shop_id uuid,
  threshold_e4 bigint,
  changed_at timestamptz not null,
  -- Set while the deletion can be undone.
  deleted_at timestamptz,
  percent integer check (percent between 1 and 1000),
  -- Hours of the team's clock.
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_to smallint check (quiet_to between 0 and 23),
  in_app boolean not null,
  mail boolean not null,
  webhook boolean not null,
  -- Muted for the whole team.
  is_muted boolean not null default false,
  name text not null,
  metric text not null,
  -- Null for all marketplaces.
  platform text,
  currency text not null,
  kind text not null check (kind in ('above', 'below', 'rise', 'fall', 'unusual')),
  period text not null check (period in ('today', 'yesterday', 'last_7_days')),
  compare text check (compare in ('previous', 'year')),
  primary key (tenant_id, rule_id),
  check ((kind in ('above', 'below')) = (threshold_e4 is not null)),
  check ((kind in ('rise', 'fall')) = (percent is not null)),
  check ((kind in ('rise', 'fall')) = (compare is not null)),
  check ((quiet_from is null) = (quiet_to is null))
);
select platform.protect('reporting.alert_rule');

-- Alerts of rules. The key lets a rule alarm once in a period, whatever is repeated or killed.
create table reporting.alert (
  tenant_id uuid not null,
  rule_id uuid not null,
  -- What the notification says. Never a secret.
  finding jsonb not null,
  raised_at timestamptz not null,
  -- When it is to be delivered: the end of the quiet hours.
  deliver_at timestamptz not null,
  delivered_at timestamptz,
  period_key text not null,
  primary key (tenant_id, rule_id, period_key),
  foreign key (tenant_id, rule_id) references reporting.alert_rule (tenant_id, rule_id) on delete cascade
);
create index alert_undelivered on reporting.alert (tenant_id, deliver_at) where delivered_at is null;
select platform.protect('reporting.alert');

-- Accounts that muted a rule for themselves.
create table reporting.alert_mute (
  tenant_id uuid not null,
  rule_id uuid not null,
  account_id text not null,
  primary key (tenant_id, rule_id, account_id),
  foreign key (tenant_id, rule_id) references reporting.alert_rule (tenant_id, rule_id) on delete cascade
);
select platform.protect('reporting.alert_mute');

-- When the rules of a team are evaluated next: after new data, at the turn of the day, at the end of quiet hours. Teams
-- without rules have no row.
create table reporting.alert_evaluation (
  tenant_id uuid not null,
  due_at timestamptz not null,
  evaluated_at timestamptz,
  primary key (tenant_id)
);
-- Begins with the time: what is due is found across tenants.
create index alert_evaluation_due on reporting.alert_evaluation (due_at);
select platform.protect('reporting.alert_evaluation');

-- Returns teams whose rules are due, the longest waiting first. The function runs as the table owner, to whom row-level
-- security applies too; the policy lets only the owner read.
create policy due on reporting.alert_evaluation for select to current_user using (true);

create function reporting.due_alert_teams(p_now timestamptz, p_limit integer)
  returns table (tenant_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select e.tenant_id from reporting.alert_evaluation e
     where e.due_at <= p_now order by e.due_at limit p_limit;
end $$;
revoke all on function reporting.due_alert_teams(timestamptz, integer) from public;
grant execute on function reporting.due_alert_teams(timestamptz, integer) to seller_connect_app;
