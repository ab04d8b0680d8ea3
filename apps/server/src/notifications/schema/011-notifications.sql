-- Outbox of notification events, inserted in the transaction that causes them; a job fans each out to its recipients. A
-- second event with the same dedupe_key is the same event.
create table notifications.event (
  tenant_id uuid not null,
  -- UUIDv7: ordered by time.
  event_id uuid not null,
  kind text not null,
  dedupe_key text not null,
  -- What must be fixed to resolve the event, such as a connection.
  subject text not null,
  -- The only recipient; null for the whole team.
  account_id text,
  -- Values for the rendered texts. Never a secret.
  data jsonb not null,
  occurred_at timestamptz not null,
  resolved_at timestamptz,
  -- When deliveries and emails were enqueued for all recipients.
  fanned_out_at timestamptz,
  next_try_at timestamptz not null,
  primary key (tenant_id, event_id),
  unique (tenant_id, dedupe_key)
);
create index event_subject on notifications.event (tenant_id, subject) where resolved_at is null;
create index event_due on notifications.event (tenant_id, next_try_at) where fanned_out_at is null;
select platform.protect('notifications.event');

-- One event for one account.
create table notifications.delivery (
  tenant_id uuid not null,
  account_id text not null,
  event_id uuid not null,
  in_app boolean not null,
  read_at timestamptz,
  primary key (tenant_id, account_id, event_id),
  foreign key (tenant_id, event_id) references notifications.event (tenant_id, event_id) on delete cascade
);
create index delivery_event on notifications.delivery (tenant_id, event_id);
select platform.protect('notifications.delivery');

-- Notification settings of an account. Kinds missing in `channels` have their default channels.
create table notifications.preference (
  tenant_id uuid not null,
  account_id text not null,
  -- Language of the pages that the account used last, and of its emails.
  language text not null check (language in ('vi', 'en')),
  channels jsonb not null,
  muted_shops uuid[] not null,
  changed_at timestamptz not null,
  primary key (tenant_id, account_id)
);
select platform.protect('notifications.preference');

-- Returns tenants with events to fan out, of the kinds that the calling release knows. The function runs as the table
-- owner, to whom row-level security applies too; the policy lets only the owner read.
create policy due on notifications.event for select to current_user using (true);

create function notifications.due_tenants(p_kinds text[], p_limit integer)
  returns table (tenant_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select distinct e.tenant_id from notifications.event e
     where e.fanned_out_at is null and e.next_try_at <= now() and e.kind = any(p_kinds)
     limit p_limit;
end $$;
revoke all on function notifications.due_tenants(text[], integer) from public;
grant execute on function notifications.due_tenants(text[], integer) to seller_connect_app;

-- Deletes up to p_limit events that are older than p_before, with their deliveries.
create policy purge on notifications.event for delete to current_user using (true);

create function notifications.purge_events(p_before timestamptz, p_limit integer) returns bigint
  language plpgsql security definer set search_path = ''
  as $$
declare
  deleted bigint;
begin
  delete from notifications.event e
   using (select o.tenant_id, o.event_id from notifications.event o where o.occurred_at < p_before limit p_limit) as old
   where e.tenant_id = old.tenant_id and e.event_id = old.event_id;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke all on function notifications.purge_events(timestamptz, integer) from public;
grant execute on function notifications.purge_events(timestamptz, integer) to seller_connect_app;
