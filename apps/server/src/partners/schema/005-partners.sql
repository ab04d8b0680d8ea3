-- Links to partners: consents with sealed tokens, shops, claims of shops, rate limits and circuit breakers.

-- One consent of a seller at a partner, with its sealed tokens. Linking again replaces the tokens in the same row.
-- Disconnecting destroys the tokens and keeps the row.
create table partners.connection (
  tenant_id uuid not null,
  connection_id uuid not null,
  platform text not null,
  -- The partner's name of the login that consented.
  account text,
  state text not null check (state in ('connected', 'needs_reauthorization', 'disconnected')),
  -- Why a new consent is needed: a code, translated where it is displayed.
  reason text,
  sealed bytea,
  key_id text,
  access_expires_at timestamptz,
  -- Lifetime of a new access token. Determines how early it is refreshed.
  access_lifetime_seconds integer,
  can_refresh boolean not null default false,
  refresh_expires_at timestamptz,
  -- Fencing tokens. Every writer that intends to change the tokens raises `fencing_token`. Tokens of a lower number never
  -- replace those of a higher one, so a delayed process cannot restore tokens that were rotated away.
  fencing_token integer not null,
  token_revision integer not null,
  -- Set before a refresh call. If it is still set after the lease has expired, the process crashed, or the response was
  -- lost, between the partner's rotation and the commit.
  refresh_begun_at timestamptz,
  refresh_lease_expires_at timestamptz,
  refresh_tried_at timestamptz,
  -- End of the last refresh whose outcome is unknown.
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
create index shop_disconnected on partners.shop (tenant_id, disconnected_at) where disconnected_at is not null;
select platform.protect('partners.shop');

-- Pending authorizations at a partner's consent page. Only the SHA-256 of the state is stored.
create table partners.authorization_attempt (
  tenant_id uuid not null,
  state_hash bytea not null,
  account_id text not null,
  platform text not null,
  -- The shop that the seller links again; null for a new one.
  shop_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, state_hash)
);
create index authorization_attempt_expiry on partners.authorization_attempt (tenant_id, expires_at);
select platform.protect('partners.authorization_attempt');

-- Events of a connection, without its secrets.
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

-- Sealed keys of a tenant, by purpose, such as the key of the buyer hash.
create table partners.tenant_key (
  tenant_id uuid not null,
  purpose text not null,
  sealed bytea not null,
  key_id text not null,
  made_at timestamptz not null,
  primary key (tenant_id, purpose)
);
select platform.protect('partners.tenant_key');

-- Which tenant a shop belongs to, outside tenancy. A shop belongs to one tenant at a time. Row-level security hides the
-- shops of other tenants, so uniqueness needs this table. The program's role accesses it only through the functions
-- below, which disclose no shops.
create table partners.shop_claim (
  platform text not null,
  region text not null,
  external_shop_id text not null,
  tenant_id uuid not null,
  claimed_at timestamptz not null,
  primary key (platform, region, external_shop_id)
);
create index shop_claim_tenant on partners.shop_claim (tenant_id);
create index shop_claim_name on partners.shop_claim (platform, external_shop_id);

-- Claims a shop for the tenant of this transaction. Returns 'free' (now claimed), 'yours' or 'taken'. Concurrent claims
-- of one shop wait for each other.
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
revoke all on function partners.claim_shop(text, text, text, timestamptz) from public;
grant execute on function partners.claim_shop(text, text, text, timestamptz) to seller_connect_app;

-- Releases all claims of this transaction's tenant, so that any team with access to the shops may link them.
create function partners.release_claims() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from partners.shop_claim c
  where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;
revoke all on function partners.release_claims() from public;
grant execute on function partners.release_claims() to seller_connect_app;

-- Releases the claim of one shop of this transaction's tenant.
create function partners.release_claim(p_platform text, p_region text, p_external_shop_id text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from partners.shop_claim c
  where c.platform = p_platform and c.region = p_region and c.external_shop_id = p_external_shop_id
    and c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;
revoke all on function partners.release_claim(text, text, text) from public;
grant execute on function partners.release_claim(text, text, text) to seller_connect_app;

-- Moves the claim of a shop to the tenant of this transaction, which has a new consent for it, if the current owner has
-- disconnected the shop or the owner's consent has failed `p_wait_days` ago. The owner's rows stay locked until this
-- transaction ends, so no refresh or link of the owner can happen in between. `former_tenant_id`: the previous owner;
-- null if the claim did not move. `free_at`: when the claim may move; null while the owner's consent is valid.
create function partners.take_over_claim(
  p_platform text, p_region text, p_external_shop_id text, p_now timestamptz, p_wait_days integer,
  out former_tenant_id uuid, out free_at timestamptz
) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  holder uuid;
  disconnected timestamptz;
  link_state text;
  changed timestamptz;
begin
  if me is null then
    raise exception 'a shop is claimed inside a tenant''s transaction';
  end if;
  select c.tenant_id into holder from partners.shop_claim c
    where c.platform = p_platform and c.region = p_region and c.external_shop_id = p_external_shop_id
    for update;
  if holder is null or holder = me then
    return;
  end if;
  -- Row-level security also applies to the owner of this function, so it must act as the holder to lock the holder's
  -- rows.
  perform platform.set_tenant(holder);
  select s.disconnected_at, c.state, c.changed_at into disconnected, link_state, changed
    from partners.shop s
    join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
    where s.tenant_id = holder and s.platform = p_platform and s.region = p_region
      and s.external_shop_id = p_external_shop_id
    for update;
  perform platform.set_tenant(me);
  if disconnected is null and link_state = 'connected' then
    return;
  end if;
  if disconnected is null and link_state = 'needs_reauthorization' then
    free_at := changed + make_interval(days => p_wait_days);
    if free_at > p_now then
      return;
    end if;
    free_at := null;
  end if;
  update partners.shop_claim c set tenant_id = me, claimed_at = p_now
    where c.platform = p_platform and c.region = p_region and c.external_shop_id = p_external_shop_id;
  former_tenant_id := holder;
end $$;
revoke all on function partners.take_over_claim(text, text, text, timestamptz, integer) from public;
grant execute on function partners.take_over_claim(text, text, text, timestamptz, integer) to seller_connect_app;

-- Returns the tenants of a shop that a push names. At this point no tenant is known; the result reveals only the
-- tenant, which is needed to read the shop. Some partners do not send the region.
create function partners.claimed_by(p_platform text, p_external_shop_id text, p_region text)
returns table (tenant_id uuid, region text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.tenant_id, c.region from partners.shop_claim c
  where c.platform = p_platform and c.external_shop_id = p_external_shop_id
    and (p_region is null or c.region = p_region)
$$;
revoke all on function partners.claimed_by(text, text, text) from public;
grant execute on function partners.claimed_by(text, text, text) to seller_connect_app;

-- The functions below read across tenants, for jobs. They run as the schema's owner, to whom row-level security also
-- applies; these policies allow only the owner to read.
create policy ending on partners.connection for select to current_user using (true);
create policy upkeep on partners.shop for select to current_user using (true);

-- Returns a page of the tenants with shops, for jobs over all tenants, such as key rotation. Includes tenants that lost
-- a claim, because they have data and sealed keys until these are erased.
create function partners.linked_tenants(p_after uuid, p_limit integer)
returns table (tenant_id uuid) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select t.tenant_id from (
      select c.tenant_id from partners.shop_claim c where p_after is null or c.tenant_id > p_after
      union
      select s.tenant_id from partners.shop s where p_after is null or s.tenant_id > p_after
    ) t order by t.tenant_id limit p_limit;
end $$;
revoke all on function partners.linked_tenants(uuid, integer) from public;
grant execute on function partners.linked_tenants(uuid, integer) to seller_connect_app;

-- Returns a page of the consents that end between two times.
create function partners.ending_consents(p_from timestamptz, p_before timestamptz, p_after uuid, p_limit integer)
returns table (tenant_id uuid, connection_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select c.tenant_id, c.connection_id from partners.connection c
    where c.state = 'connected'
      and case when c.can_refresh then c.refresh_expires_at else c.access_expires_at end between p_from and p_before
      and (p_after is null or c.connection_id > p_after)
    order by c.connection_id limit p_limit;
end $$;
revoke all on function partners.ending_consents(timestamptz, timestamptz, uuid, integer) from public;
grant execute on function partners.ending_consents(timestamptz, timestamptz, uuid, integer) to seller_connect_app;

-- Returns shops that were disconnected before a time, for the job that erases them.
create function partners.shops_disconnected_before(p_before timestamptz, p_limit integer)
returns table (tenant_id uuid, shop_id uuid)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select s.tenant_id, s.shop_id from partners.shop s
    where s.disconnected_at < p_before order by s.disconnected_at limit p_limit;
end $$;
revoke all on function partners.shops_disconnected_before(timestamptz, integer) from public;
grant execute on function partners.shops_disconnected_before(timestamptz, integer) to seller_connect_app;

-- Counts linked shops for metrics. Reveals no shop and no team.
create function partners.count_shops()
  returns table (partner text, state text, shops bigint)
  language sql stable security definer set search_path = ''
  as $$
    select s.platform, case when s.disconnected_at is not null then 'disconnected' else c.state end, count(*)
      from partners.shop s
      join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
     group by 1, 2
  $$;
revoke all on function partners.count_shops() from public;
grant execute on function partners.count_shops() to seller_connect_app;

-- Rate limit buckets, outside tenancy: one row per application and shop, and one per application, shared by all
-- processes. Contains only times.
create table partners.rate_limit_bucket (
  bucket text primary key,
  -- When the next permit of this bucket starts.
  next_at timestamptz not null,
  requested_at timestamptz not null,
  -- End of a partner's ban; no call starts before.
  paused_until timestamptz not null
);
grant select, insert, update, delete on partners.rate_limit_bucket to seller_connect_app;

-- Permits of a bucket lie on a time line that fits exactly the rate limit into each second. A partner counts calls per
-- second, and a delayed call falls into the next one: permits therefore start in the first part of a second, and the
-- rest is left for delayed calls. `lead` and `width` are the start and length of that part, in fractions of a second.

-- Returns the first permit on the time line at or after the moment.
create function partners.permit_at(moment timestamptz, lead float8, width float8) returns timestamptz
language sql immutable as $$
  select date_trunc('second', moment, 'UTC') + interval '1 second' * least(1, greatest(0,
    (extract(epoch from moment - date_trunc('second', moment, 'UTC'))::float8 - lead) / width))
$$;

-- Returns when a permit of the time line starts.
create function partners.moment_of(permit timestamptz, lead float8, width float8) returns timestamptz
language sql immutable as $$
  select date_trunc('second', permit, 'UTC') + interval '1 second' * (lead
    + extract(epoch from permit - date_trunc('second', permit, 'UTC'))::float8 * width)
$$;

-- Acquires the next permit of a bucket, one interval after the previous permit of any process. No call starts before a
-- ban of the bucket, or of its parent `p_over`, ends. Permits are granted first come, first served; an idle bucket
-- grants one at once. If the permit would start after `p_max_wait_ms`, none is granted and `wait_ms` is null. Times are
-- the database's. The commit is asynchronous: after a crash, a restart takes longer than the lost permits last.
create function partners.acquire_permit(
  p_bucket text, p_over text, p_interval_us float8, p_max_wait_ms float8, p_lead float8, p_width float8)
-- Milliseconds until the permit starts; until the end of the second in which it is counted; until a refused permit
-- would have started.
returns table (wait_ms float8, good_ms float8, ban_ms float8)
language plpgsql as $$
declare
  known partners.rate_limit_bucket;
  moment timestamptz;
  banned_until timestamptz;
  permit timestamptz;
  starts_at timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  select * into known from partners.rate_limit_bucket b where b.bucket = p_bucket for update;
  if not found then
    insert into partners.rate_limit_bucket (bucket, next_at, requested_at, paused_until)
      values (p_bucket, 'epoch', 'epoch', 'epoch') on conflict do nothing;
    select * into known from partners.rate_limit_bucket b where b.bucket = p_bucket for update;
  end if;
  select greatest(known.paused_until, max(o.paused_until)) into banned_until
    from partners.rate_limit_bucket o where o.bucket = p_over;
  -- Read after the lock, which may have taken a while.
  moment := clock_timestamp();
  permit := greatest(known.next_at, partners.permit_at(greatest(moment, banned_until), p_lead, p_width));
  -- A permit may also start in the unused part of a second; then it also counts in the next second.
  starts_at := case when greatest(known.next_at, banned_until) <= moment then moment
    else partners.moment_of(permit, p_lead, p_width) end;
  if starts_at > moment + p_max_wait_ms * interval '1 millisecond' then
    return query select null::float8, null::float8, extract(epoch from starts_at - moment)::float8 * 1000;
    return;
  end if;
  update partners.rate_limit_bucket b
    set next_at = permit + p_interval_us * interval '1 microsecond', requested_at = moment
    where b.bucket = p_bucket;
  return query select greatest(0, extract(epoch from starts_at - moment)::float8 * 1000),
    extract(epoch from date_trunc('second', permit, 'UTC') + interval '1 second' - moment)::float8 * 1000,
    null::float8;
end $$;

-- Acquires permits of several buckets in their order: first the shop's, then the application's. Stops at the first that
-- must be waited for or is refused, because a waiting call must not reserve permits of other buckets.
create function partners.acquire_permits(
  p_buckets text[], p_overs text[], p_interval_us float8[], p_max_wait_ms float8, p_lead float8[], p_width float8[])
-- Columns as in `acquire_permit`, one row per bucket that was tried.
returns table (bucket_index integer, wait_ms float8, good_ms float8, ban_ms float8)
language plpgsql as $$
begin
  for bucket_index in 1 .. cardinality(p_buckets) loop
    select permit.wait_ms, permit.good_ms, permit.ban_ms into wait_ms, good_ms, ban_ms
      from partners.acquire_permit(p_buckets[bucket_index], p_overs[bucket_index], p_interval_us[bucket_index], p_max_wait_ms,
        p_lead[bucket_index], p_width[bucket_index]) permit;
    acquire_permits.bucket_index := bucket_index;
    return next;
    exit when wait_ms is null or wait_ms >= 1;
  end loop;
end $$;

-- Circuit breakers of shops. A shop that keeps failing is not called for a cooldown; then one call probes it.
create table partners.shop_circuit (
  tenant_id uuid not null,
  shop_id uuid not null,
  state text not null check (state in ('closed', 'open', 'half_open')),
  -- Consecutive failures since `failing_since`.
  failures integer not null,
  failing_since timestamptz not null,
  -- Open: end of the cooldown. Half open: when another call may probe if the running probe has no result.
  probe_at timestamptz,
  -- Consecutive openings. Each makes the cooldown longer.
  openings integer not null default 0,
  primary key (tenant_id, shop_id)
);
select platform.protect('partners.shop_circuit');

-- Circuit breakers of partners, outside tenancy, because calls of all sellers show whether a partner responds.
create table partners.partner_circuit (
  partner text primary key,
  state text not null check (state in ('closed', 'open', 'half_open')),
  failures integer not null default 0,
  probe_at timestamptz,
  openings integer not null default 0,
  -- The circuit opens only if shops of two teams or more fail, so one team cannot stop a partner for all others.
  failing text[] not null default '{}',
  -- When the partner last answered any call, accurate to some seconds, and when it last recovered.
  answered_at timestamptz,
  recovered_at timestamptz
);
comment on column partners.partner_circuit.failing is
  'Teams whose shops it failed since it last answered, up to a few.';
grant select, insert, update, delete on partners.partner_circuit to seller_connect_app;
