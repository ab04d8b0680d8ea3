-- Something that people are to be told, once: written in the transaction in which it happens, and passed on to
-- everybody whom it concerns by a job. What happens again under the same key is the same event.
create table notifications.event (
  tenant_id uuid not null,
  -- Made from the time, so that the key's order is the order of what happened.
  event_id uuid not null,
  kind text not null,
  dedupe_key text not null,
  -- What has to be put right for it to be over, such as a connection.
  subject text not null,
  -- Null when it concerns the whole team.
  account_id text,
  -- Facts that its words are made of. Never a secret.
  data jsonb not null,
  occurred_at timestamptz not null,
  resolved_at timestamptz,
  -- When it was passed on to those whom it concerns, in the application and to the mail queue.
  spread_at timestamptz,
  next_try_at timestamptz not null,
  primary key (tenant_id, event_id),
  unique (tenant_id, dedupe_key)
);
create index event_subject on notifications.event (tenant_id, subject) where resolved_at is null;
create index event_due on notifications.event (tenant_id, next_try_at) where spread_at is null;
select platform.protect('notifications.event');

-- One event for one person.
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

-- What a person wants to be told. Kinds that are not named here are told as they are by default.
create table notifications.preference (
  tenant_id uuid not null,
  account_id text not null,
  -- The language of the pages that the person used last; letters are written in it.
  language text not null check (language in ('vi', 'en')),
  channels jsonb not null,
  muted_shops uuid[] not null,
  changed_at timestamptz not null,
  primary key (tenant_id, account_id)
);
select platform.protect('notifications.preference');

-- Which tenants have something to pass on: the one question that is asked across tenants. It runs as the owner,
-- whom row-level security binds too; this policy lets the owner read, and nobody else is it.
create policy due on notifications.event for select to current_user using (true);

create function notifications.due_tenants(most integer)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    select distinct e.tenant_id from notifications.event e
     where e.spread_at is null and e.next_try_at <= now()
     limit most
  $$;
revoke all on function notifications.due_tenants(integer) from public;
grant execute on function notifications.due_tenants(integer) to seller_connect_app;
