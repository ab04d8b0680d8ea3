-- Saved views that are sent by email every day, week or month.
create table reporting.report_schedule (
  tenant_id uuid not null,
  schedule_id uuid not null,
  view_id uuid not null,
  owner_id text not null,
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  -- ISO 8601: Monday is 1.
  weekday smallint check (weekday between 1 and 7),
  -- 31 means the last day of a shorter month.
  month_day smallint check (month_day between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  -- Zone of the view's shops when the schedule was saved.
  time_zone text not null,
  is_paused boolean not null default false,
  -- The local day of the next email; its report ends on the day before.
  due_day date not null,
  -- When the email is due, or tried again after a failure or for late data. Null while paused or deleted.
  next_try_at timestamptz,
  failures integer not null default 0,
  last_sent_at timestamptz,
  -- When the last report failed for good. Null after one was sent.
  last_failed_at timestamptz,
  -- Set while the deletion can be undone.
  deleted_at timestamptz,
  primary key (tenant_id, schedule_id),
  check ((rhythm = 'weekly') = (weekday is not null)),
  check ((rhythm = 'monthly') = (month_day is not null)),
  foreign key (tenant_id, view_id) references reporting.saved_view (tenant_id, view_id) on delete cascade
);
create index schedule_view on reporting.report_schedule (tenant_id, view_id);
-- Begins with the time: what is due is found across tenants.
create index schedule_next_try on reporting.report_schedule (next_try_at) where next_try_at is not null;
select platform.protect('reporting.report_schedule');

-- Who receives a scheduled report: its owner, and members who were asked and agreed.
create table reporting.report_recipient (
  tenant_id uuid not null,
  schedule_id uuid not null,
  account_id text not null,
  state text not null check (state in ('invited', 'receiving', 'muted')),
  primary key (tenant_id, schedule_id, account_id),
  foreign key (tenant_id, schedule_id) references reporting.report_schedule (tenant_id, schedule_id) on delete cascade
);
select platform.protect('reporting.report_recipient');

-- The figures of one scheduled report, the same for all of its recipients and all attempts to send it.
create table reporting.report_issue (
  tenant_id uuid not null,
  schedule_id uuid not null,
  due_day date not null,
  figures jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, schedule_id, due_day),
  foreign key (tenant_id, schedule_id) references reporting.report_schedule (tenant_id, schedule_id) on delete cascade
);
select platform.protect('reporting.report_issue');

-- One email of an issue. The key lets each recipient get it once.
create table reporting.report_delivery (
  tenant_id uuid not null,
  schedule_id uuid not null,
  due_day date not null,
  account_id text not null,
  primary key (tenant_id, schedule_id, due_day, account_id),
  foreign key (tenant_id, schedule_id, due_day)
    references reporting.report_issue (tenant_id, schedule_id, due_day) on delete cascade
);
select platform.protect('reporting.report_delivery');

-- Returns schedules of all tenants that are due, the longest waiting first. The function runs as the table owner, to
-- whom row-level security applies too; the policy lets only the owner read.
create policy due on reporting.report_schedule for select to current_user using (true);

create function reporting.due_schedules(p_now timestamptz, p_limit integer)
  returns table (tenant_id uuid, schedule_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select s.tenant_id, s.schedule_id from reporting.report_schedule s
     where s.next_try_at <= p_now order by s.next_try_at limit p_limit;
end $$;
revoke all on function reporting.due_schedules(timestamptz, integer) from public;
grant execute on function reporting.due_schedules(timestamptz, integer) to seller_connect_app;
