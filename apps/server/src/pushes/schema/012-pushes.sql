-- Pushes of partners, once each: a message that comes again changes nothing. Of a message only this is stored, for it is a
-- reason to fetch and never the data. Rows stay longer than any partner goes on repeating a message.
create table pushes.message (
  tenant_id uuid not null,
  platform text not null,
  -- `id:` and the partner's name of the event, or `sha256:` and the hash of its bytes.
  event_key text not null,
  shop_id uuid not null,
  topic text not null,
  received_at timestamptz not null,
  primary key (tenant_id, platform, event_key, shop_id)
);
create index message_age on pushes.message (tenant_id, received_at);
select platform.protect('pushes.message');

-- Deletes old messages of all tenants. The function runs as the owner, whom row-level security binds too; the policies let the
-- owner alone find and delete.
create policy aging on pushes.message for select to current_user using (true);
create policy purging on pushes.message for delete to current_user using (true);
create function pushes.purge_messages(p_before timestamptz) returns void
  language sql security definer set search_path = ''
  as $$ delete from pushes.message m where m.received_at < p_before $$;
revoke all on function pushes.purge_messages(timestamptz) from public;
grant execute on function pushes.purge_messages(timestamptz) to seller_connect_app;

-- Messages per hour by outcome, outside tenancy. Holds counts only.
create table pushes.tally (
  platform text not null,
  hour timestamptz not null,
  outcome text not null,
  messages bigint not null,
  primary key (platform, hour, outcome)
);
grant select, insert, update, delete on pushes.tally to seller_connect_app;

-- Queues of events at partners, one per application, and how far each was consumed; outside tenancy. The events of all shops
-- are in one queue; each is stored under its own tenant.
create table pushes.event_queue (
  platform text not null,
  name text not null,
  code text not null,
  -- Acknowledges everything up to here to the partner; stored once that is committed.
  ack_id text,
  leased_by uuid,
  lease_expires_at timestamptz,
  primary key (platform, name)
);
grant select, insert, update, delete on pushes.event_queue to seller_connect_app;
