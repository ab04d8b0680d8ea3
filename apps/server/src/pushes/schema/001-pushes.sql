-- What partners told us, once each: a message that comes again changes nothing. Of a message only this is kept,
-- for it is a reason to look and never the data; it is kept longer than any partner goes on repeating it.
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

-- Old messages of any tenant. It runs as the owner, whom row-level security binds too; these policies let the owner
-- find and delete, and nobody else is it.
create policy aging on pushes.message for select to current_user using (true);
create policy forgetting on pushes.message for delete to current_user using (true);
create function pushes.forget_messages(p_before timestamptz) returns void
  language sql security definer set search_path = ''
  as $$ delete from pushes.message m where m.received_at < p_before $$;
revoke all on function pushes.forget_messages(timestamptz) from public;
grant execute on function pushes.forget_messages(timestamptz) to seller_connect_app;

-- Outside tenancy: how many messages came in an hour and what became of them. Holds counts only.
create table pushes.tally (
  platform text not null,
  hour timestamptz not null,
  outcome text not null,
  messages bigint not null,
  primary key (platform, hour, outcome)
);
grant select, insert, update, delete on pushes.tally to seller_connect_app;

-- Outside tenancy: the queue of events of an application at a partner, and how far it was taken. The events of all
-- shops stand in one queue; each is kept under its own tenant.
create table pushes.event_queue (
  platform text not null,
  name text not null,
  code text not null,
  -- Says to the partner that everything up to here was taken; stored after that is true.
  ack_id text,
  held_by uuid,
  held_until timestamptz,
  primary key (platform, name)
);
grant select, insert, update, delete on pushes.event_queue to seller_connect_app;
