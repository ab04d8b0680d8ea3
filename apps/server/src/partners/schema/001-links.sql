-- One consent of a seller at a partner, with the sealed tokens that it gave. Linking again puts new tokens
-- into the same row; disconnecting destroys them and keeps the row.
create table partners.connection (
  tenant_id uuid not null,
  connection_id uuid not null,
  platform text not null,
  -- The partner's name of the login that consented.
  account text,
  state text not null check (state in ('connected', 'needs_reauthorization', 'disconnected')),
  -- Why the seller has to consent again: a code, put into words where it is shown.
  reason text,
  sealed bytea,
  -- The vault key that wraps `sealed`.
  key_id text,
  access_expires_at timestamptz,
  -- How long an access token lives when it is new; decides how far ahead it is renewed.
  access_lifetime_seconds integer,
  can_refresh boolean not null default false,
  refresh_expires_at timestamptz,
  -- Rises with every writer that sets out to change the tokens. Tokens of a lower fence never replace those
  -- of a higher one, so a process that woke up late cannot bring back tokens that were rotated away.
  fence integer not null,
  token_fence integer not null,
  -- A refresh that was begun and has not reported: written before the call. What is found after its lease has
  -- ended tells of a crash, or of an answer that was lost, between the partner's rotation and our storing it.
  refresh_begun_at timestamptz,
  refresh_lease_until timestamptz,
  refresh_tried_at timestamptz,
  -- A refresh whose outcome nobody knows has gone before.
  refresh_lost_at timestamptz,
  granted_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, connection_id),
  check ((sealed is null) = (state = 'disconnected'))
);
select platform.protect('partners.connection');

create table partners.shop (
  tenant_id uuid not null,
  shop_id uuid not null,
  connection_id uuid not null,
  platform text not null,
  region text not null,
  external_shop_id text not null,
  name text not null,
  currency text not null,
  time_zone text not null,
  partner_status text not null,
  linked_at timestamptz not null,
  changed_at timestamptz not null,
  disconnected_at timestamptz,
  primary key (tenant_id, shop_id),
  unique (tenant_id, platform, region, external_shop_id),
  foreign key (tenant_id, connection_id) references partners.connection (tenant_id, connection_id)
);
create index shop_connection on partners.shop (tenant_id, connection_id);
select platform.protect('partners.shop');

-- A way to a partner's consent page that was handed out. The state itself is nowhere, only its SHA-256.
create table partners.authorization_attempt (
  tenant_id uuid not null,
  state_hash bytea not null,
  account_id text not null,
  platform text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, state_hash)
);
create index authorization_attempt_expiry on partners.authorization_attempt (tenant_id, expires_at);
select platform.protect('partners.authorization_attempt');

-- What happened to a connection, without its secrets.
create table partners.credential_event (
  tenant_id uuid not null,
  event_id uuid not null,
  connection_id uuid not null,
  kind text not null,
  code text,
  account_id text,
  occurred_at timestamptz not null,
  primary key (tenant_id, event_id)
);
create index credential_event_connection on partners.credential_event (tenant_id, connection_id, occurred_at);
select platform.protect('partners.credential_event');

-- Sealed keys of a tenant's own, by purpose: the key of the buyer hash.
create table partners.tenant_key (
  tenant_id uuid not null,
  purpose text not null,
  sealed bytea not null,
  key_id text not null,
  made_at timestamptz not null,
  primary key (tenant_id, purpose)
);
select platform.protect('partners.tenant_key');

-- Outside tenancy: which tenant a shop belongs to. A shop belongs to one tenant at a time, and row-level
-- security hides the other tenants' shops, so only this table can say that one is taken. The application's
-- role reads and writes it through the functions below, which tell nobody whose a shop is.
create table partners.shop_claim (
  platform text not null,
  region text not null,
  external_shop_id text not null,
  tenant_id uuid not null,
  claimed_at timestamptz not null,
  primary key (platform, region, external_shop_id)
);
create index shop_claim_tenant on partners.shop_claim (tenant_id);

-- Claims a shop for the tenant of this transaction: 'free' (it is yours now), 'yours' or 'taken'. Two tenants
-- that claim one shop at the same time wait for each other.
create function partners.claim_shop(p_platform text, p_region text, p_external_shop_id text, p_now timestamptz)
returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  owner uuid;
begin
  if me is null then
    raise exception 'a shop is claimed inside a tenant''s transaction';
  end if;
  insert into partners.shop_claim (platform, region, external_shop_id, tenant_id, claimed_at)
    values (p_platform, p_region, p_external_shop_id, me, p_now)
    on conflict (platform, region, external_shop_id) do nothing;
  if found then
    return 'free';
  end if;
  select c.tenant_id into owner from partners.shop_claim c
    where c.platform = p_platform and c.region = p_region and c.external_shop_id = p_external_shop_id
    for update;
  return case when owner = me then 'yours' else 'taken' end;
end $$;

-- The tenants that have ever linked a shop, in pages: for jobs that go through all of them, such as the
-- rotation of the vault's keys.
create function partners.linked_tenants(p_after uuid, p_limit integer)
returns table (tenant_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct c.tenant_id from partners.shop_claim c
  where p_after is null or c.tenant_id > p_after
  order by c.tenant_id limit p_limit
$$;

revoke all on function partners.claim_shop(text, text, text, timestamptz) from public;
revoke all on function partners.linked_tenants(uuid, integer) from public;
grant execute on function partners.claim_shop(text, text, text, timestamptz) to seller_connect_app;
grant execute on function partners.linked_tenants(uuid, integer) to seller_connect_app;

-- Outside tenancy: how fast the partners may be called. One row per application and shop, and one per
-- application; shared by all processes. Holds times only.
create table partners.call_bucket (
  bucket text primary key,
  -- When the next call of this bucket may start, if none other is planned before.
  next_at timestamptz not null,
  asked_at timestamptz not null,
  -- A partner's ban: nothing starts before.
  paused_until timestamptz not null
);
grant select, insert, update, delete on partners.call_bucket to seller_connect_app;
