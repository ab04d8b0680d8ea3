-- Received pushes, one row each; a repeated delivery changes nothing. Only these columns are stored: a push is a
-- reason to fetch, never the data. Rows are kept longer than any partner retries a delivery.
create table pushes.message (
  tenant_id uuid not null,
  platform text not null,
  -- `id:` and the partner's event id, or `sha256:` and the hash of the body without personal data.
  event_key text not null,
  shop_id uuid not null,
  topic text not null,
  received_at timestamptz not null,
  primary key (tenant_id, platform, event_key, shop_id)
);
create index message_age on pushes.message (tenant_id, received_at);
select platform.protect('pushes.message');

-- Deletes old messages of all tenants. The function runs as the table owner, to whom row-level security applies too;
-- the policies let only the owner find and delete them.
create policy aging on pushes.message for select to current_user using (true);
create policy purging on pushes.message for delete to current_user using (true);
create function pushes.purge_messages(p_before timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from pushes.message m where m.received_at < p_before;
end $$;
revoke all on function pushes.purge_messages(timestamptz) from public;
grant execute on function pushes.purge_messages(timestamptz) to seller_connect_app;

-- Pushes per hour by outcome, without row-level security. Holds counts only.
create table pushes.tally (
  platform text not null,
  hour timestamptz not null,
  outcome text not null,
  messages bigint not null,
  primary key (platform, hour, outcome)
);
grant select, insert, update, delete on pushes.tally to seller_connect_app;

-- Event queues at partners, one per application, with the position up to which each was consumed. Without row-level
-- security: one queue has the events of all shops, and each event is stored under its own tenant.
create table pushes.event_queue (
  platform text not null,
  name text not null,
  code text not null,
  -- Acknowledges everything up to here with the next pull. Stored after the events are committed.
  ack_id text,
  leased_by uuid,
  lease_expires_at timestamptz,
  primary key (platform, name)
);
grant select, insert, update, delete on pushes.event_queue to seller_connect_app;
