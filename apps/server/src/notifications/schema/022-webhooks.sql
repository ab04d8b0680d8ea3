-- The webhook of a team: where its notifications are posted.
create table notifications.webhook (
  tenant_id uuid not null,
  changed_at timestamptz not null,
  -- Set once it failed for days or answered 410 Gone.
  disabled_at timestamptz,
  -- When deliveries began to fail. Null after a successful one.
  failing_since timestamptz,
  secret_version integer not null,
  url text not null,
  kinds text[] not null,
  sealed bytea not null,
  key_id text not null,
  primary key (tenant_id)
);
select platform.protect('notifications.webhook');

-- One event for the webhook. The key lets each event be sent as one delivery, whatever is repeated or killed.
create table notifications.webhook_delivery (
  tenant_id uuid not null,
  delivery_id uuid not null,
  -- Null for a test.
  event_id uuid,
  created_at timestamptz not null,
  -- When it is due or its lease expires. Null once it was delivered or given up.
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  attempts integer not null default 0,
  -- HTTP status of the last response.
  status integer,
  -- Why the last attempt failed.
  problem text,
  type text not null,
  -- The body as it is signed, the same for all attempts.
  payload text not null,
  primary key (tenant_id, delivery_id),
  unique (tenant_id, event_id),
  foreign key (tenant_id) references notifications.webhook (tenant_id) on delete cascade
);
create index webhook_delivery_age on notifications.webhook_delivery (tenant_id, created_at);
-- Begins with the time: what is due is found across tenants.
create index webhook_delivery_due on notifications.webhook_delivery (next_attempt_at) where next_attempt_at is not null;
select platform.protect('notifications.webhook_delivery');

-- Returns deliveries of all teams that are due, the longest waiting first. The function runs as the table owner, to whom
-- row-level security applies too; the policy lets only the owner read.
create policy due on notifications.webhook_delivery for select to current_user using (true);

create function notifications.due_webhook_deliveries(p_now timestamptz, p_limit integer)
  returns table (tenant_id uuid, delivery_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select d.tenant_id, d.delivery_id from notifications.webhook_delivery d
     where d.next_attempt_at <= p_now order by d.next_attempt_at limit p_limit;
end $$;
revoke all on function notifications.due_webhook_deliveries(timestamptz, integer) from public;
grant execute on function notifications.due_webhook_deliveries(timestamptz, integer) to seller_connect_app;
