-- Links to partners: consents with their sealed tokens, shops, claims of shops, quotas of calls and circuit breakers.

-- One consent of a seller at a partner, with the sealed tokens that it gave. Linking again puts new tokens into the same row.
-- Disconnecting destroys the tokens and keeps the row.
create table partners.connection (
  tenant_id uuid not null,
  connection_id uuid not null,
  platform text not null,
  -- The partner's name of the login that consented.
  account text,
  state text not null check (state in ('connected', 'needs_reauthorization', 'disconnected')),
  -- Why the seller has to consent again: a code, translated where it is shown.
  reason text,
  sealed bytea,
  -- The vault key that wraps `sealed`.
  key_id text,
  access_expires_at timestamptz,
  -- The lifetime of a new access token; decides how far ahead it is renewed.
  access_lifetime_seconds integer,
  can_refresh boolean not null default false,
  refresh_expires_at timestamptz,
  -- Fencing number; every writer that sets out to change the tokens raises it. Tokens of a lower number never replace those
  -- of a higher one: a process that woke up late cannot bring back tokens that were rotated away.
  fence integer not null,
  token_fence integer not null,
  -- Written before a refresh is called. A row that still has it after the lease tells of a crash, or of a lost answer,
  -- between the partner's rotation and the commit here.
  refresh_begun_at timestamptz,
  refresh_lease_until timestamptz,
  refresh_tried_at timestamptz,
  -- When a refresh ended whose outcome nobody knows.
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

-- Links to a partner's consent page that were handed out. The state itself is not stored, only its SHA-256.
create table partners.authorization_attempt (
  tenant_id uuid not null,
  state_hash bytea not null,
  account_id text not null,
  platform text not null,
  -- The shop that the seller set out to link again; null for a new one.
  shop_id uuid,
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

-- Which tenant a shop belongs to, outside tenancy. A shop belongs to one tenant at a time. Row-level security hides the shops
-- of other tenants, so only this table can say that one is taken. The program's role reads and writes it through the
-- functions below, which disclose nobody's shops.
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

-- Claims a shop for the tenant of this transaction: 'free' (now claimed), 'yours' or 'taken'. Two tenants that claim one shop
-- at the same time wait for each other.
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

-- Releases all claims of this transaction's tenant: whoever has a shop's login at the partner may link it from then on.
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

-- Moves the claim of a shop to the tenant of this transaction, which brings a fresh consent of it, when its holder has
-- disconnected the shop or the holder's consent has failed for `p_wait_days`. The locks of the holder's rows stay until this
-- transaction ends: neither a renewal nor a link of the holder comes between the decision and the end of its link.
-- `former_tenant_id`: the holder until now; null when the claim did not move.
-- `free_at`: when a claim that did not move may move; null while the holder's consent is valid.
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
  -- Row-level security binds the owner of this function too: only as the holder may it lock the holder's rows.
  perform set_config('app.tenant_id', holder::text, true);
  select s.disconnected_at, c.state, c.changed_at into disconnected, link_state, changed
    from partners.shop s
    join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
    where s.tenant_id = holder and s.platform = p_platform and s.region = p_region
      and s.external_shop_id = p_external_shop_id
    for update;
  perform set_config('app.tenant_id', me::text, true);
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

-- Returns whose a shop is that a partner's push names. No tenant is known yet; the answer is nothing but the tenant, under
-- which alone the shop can then be read. Some partners do not send the region.
create function partners.claimed_by(p_platform text, p_external_shop_id text, p_region text)
returns table (tenant_id uuid, region text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.tenant_id, c.region from partners.shop_claim c
  where c.platform = p_platform and c.external_shop_id = p_external_shop_id
    and (p_region is null or c.region = p_region)
$$;
revoke all on function partners.claimed_by(text, text, text) from public;
grant execute on function partners.claimed_by(text, text, text) to seller_connect_app;

-- The functions below read across tenants, for jobs. They run as the owner, whom row-level security binds too; these policies
-- let the owner alone read.
create policy ending on partners.connection for select to current_user using (true);
create policy upkeep on partners.shop for select to current_user using (true);

-- Returns a page of the tenants with linked shops, for jobs that go through all of them, such as the rotation of the vault's
-- keys. A tenant that lost a claim is among them: it has the data, and with them sealed keys, until they are erased.
create function partners.linked_tenants(p_after uuid, p_limit integer)
returns table (tenant_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.tenant_id from (
    select c.tenant_id from partners.shop_claim c where p_after is null or c.tenant_id > p_after
    union
    select s.tenant_id from partners.shop s where p_after is null or s.tenant_id > p_after
  ) t order by t.tenant_id limit p_limit
$$;
revoke all on function partners.linked_tenants(uuid, integer) from public;
grant execute on function partners.linked_tenants(uuid, integer) to seller_connect_app;

-- Returns a page of the consents that end between two moments.
create function partners.ending_consents(p_from timestamptz, p_before timestamptz, p_after uuid, p_limit integer)
returns table (tenant_id uuid, connection_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.tenant_id, c.connection_id from partners.connection c
  where c.state = 'connected'
    and case when c.can_refresh then c.refresh_expires_at else c.access_expires_at end between p_from and p_before
    and (p_after is null or c.connection_id > p_after)
  order by c.connection_id limit p_limit
$$;
revoke all on function partners.ending_consents(timestamptz, timestamptz, uuid, integer) from public;
grant execute on function partners.ending_consents(timestamptz, timestamptz, uuid, integer) to seller_connect_app;

-- Returns shops that were disconnected before a moment, for the job that erases them.
create function partners.shops_disconnected_before(p_before timestamptz, p_limit integer)
returns table (tenant_id uuid, shop_id uuid)
language sql stable security definer set search_path = '' as $$
  select s.tenant_id, s.shop_id from partners.shop s
  where s.disconnected_at < p_before order by s.disconnected_at limit p_limit
$$;
revoke all on function partners.shops_disconnected_before(timestamptz, integer) from public;
grant execute on function partners.shops_disconnected_before(timestamptz, integer) to seller_connect_app;

-- Counts linked shops for the operator's metrics. Names no shop and no team.
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

-- How fast the partners may be called, outside tenancy. One row per application and shop, and one per application; shared by
-- all processes. Holds times only.
create table partners.call_bucket (
  bucket text primary key,
  -- When the next call of this bucket may start, if none other is planned before.
  next_at timestamptz not null,
  requested_at timestamptz not null,
  -- A partner's ban: no call starts before.
  paused_until timestamptz not null
);
grant select, insert, update, delete on partners.call_bucket to seller_connect_app;

-- Permits of a bucket lie on a time line that has room for exactly the quota in each of its seconds. A partner counts calls by
-- the second, and a call that leaves late falls into the next second: the permits of a second come in its first part, and the
-- rest of it is left for late calls. `lead` and `width` are shares of a second: where that part starts and how long it is.

-- Returns the first permit of the time line that is not before the moment.
create function partners.permit_at(moment timestamptz, lead float8, width float8) returns timestamptz
language sql immutable as $$
  select date_trunc('second', moment, 'UTC') + interval '1 second' * least(1, greatest(0,
    (extract(epoch from moment - date_trunc('second', moment, 'UTC'))::float8 - lead) / width))
$$;

-- Returns when a permit of the time line comes.
create function partners.moment_of(permit timestamptz, lead float8, width float8) returns timestamptz
language sql immutable as $$
  select date_trunc('second', permit, 'UTC') + interval '1 second' * (lead
    + extract(epoch from permit - date_trunc('second', permit, 'UTC'))::float8 * width)
$$;

-- Takes the next free permit of a bucket, one interval after the permit before it, whichever process has that. No call starts
-- before a ban of the bucket, or of the bucket over it, ends. Permits are handed out in the order of asking; an idle bucket
-- gives one at once. Nothing is taken, and `wait_ms` is null, when the permit would come later than `p_max_wait_ms`. The time is
-- the database's. The commit does not wait for the disk: a crash of the database lasts longer than the permits of its last
-- moments reach.
create function partners.acquire_permit(
  p_bucket text, p_over text, p_interval_us float8, p_max_wait_ms float8, p_lead float8, p_width float8)
-- Milliseconds until the permit comes, until the second that it is counted in ends, and until a permit that was not taken would
-- have come.
returns table (wait_ms float8, good_ms float8, ban_ms float8)
language plpgsql as $$
declare
  known partners.call_bucket;
  moment timestamptz;
  banned_until timestamptz;
  permit timestamptz;
  starts_at timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  select * into known from partners.call_bucket b where b.bucket = p_bucket for update;
  if not found then
    insert into partners.call_bucket (bucket, next_at, requested_at, paused_until)
      values (p_bucket, 'epoch', 'epoch', 'epoch') on conflict do nothing;
    select * into known from partners.call_bucket b where b.bucket = p_bucket for update;
  end if;
  select greatest(known.paused_until, max(o.paused_until)) into banned_until
    from partners.call_bucket o where o.bucket = p_over;
  -- Only now: the row may have been locked by others for a while.
  moment := clock_timestamp();
  permit := greatest(known.next_at, partners.permit_at(greatest(moment, banned_until), p_lead, p_width));
  -- Also in the part of a second that has no permits: then it is counted in the next second as well.
  starts_at := case when greatest(known.next_at, banned_until) <= moment then moment
    else partners.moment_of(permit, p_lead, p_width) end;
  if starts_at > moment + p_max_wait_ms * interval '1 millisecond' then
    return query select null::float8, null::float8, extract(epoch from starts_at - moment)::float8 * 1000;
    return;
  end if;
  update partners.call_bucket b
    set next_at = permit + p_interval_us * interval '1 microsecond', requested_at = moment
    where b.bucket = p_bucket;
  return query select greatest(0, extract(epoch from starts_at - moment)::float8 * 1000),
    extract(epoch from date_trunc('second', permit, 'UTC') + interval '1 second' - moment)::float8 * 1000,
    null::float8;
end $$;

-- Takes permits in several buckets by one statement, in their order: one of the shop, then one of the application. Ends with the
-- first that has to be waited for or is not given: a call that waits elsewhere must not keep a permit.
create function partners.acquire_permits(
  p_buckets text[], p_overs text[], p_interval_us float8[], p_max_wait_ms float8, p_lead float8[], p_width float8[])
-- As `acquire_permit`, a row for each bucket that was asked, in their order.
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

-- Circuit breakers of shops: a shop whose calls fail again and again is not called for a while, and then one call probes it.
create table partners.shop_circuit (
  tenant_id uuid not null,
  shop_id uuid not null,
  state text not null check (state in ('closed', 'open', 'half_open')),
  -- In a row, since `failing_since`.
  failures integer not null,
  failing_since timestamptz not null,
  -- Open: no call before. Half open: one call is under way; if it does not come back, another may start from then on.
  probe_at timestamptz,
  -- In a row: each cooldown is longer than the one before.
  openings integer not null default 0,
  primary key (tenant_id, shop_id)
);
select platform.protect('partners.shop_circuit');

-- Circuit breakers of partners as a whole, outside tenancy: whether a partner answers is known from every seller's calls.
create table partners.partner_circuit (
  partner text primary key,
  state text not null check (state in ('closed', 'open', 'half_open')),
  failures integer not null default 0,
  probe_at timestamptz,
  openings integer not null default 0,
  -- A partner is down when it fails the shops of two teams or more: one team alone must not stop it for all others.
  failing text[] not null default '{}',
  -- When it last answered any shop, to some seconds, and when it last did so after having been down.
  answered_at timestamptz,
  recovered_at timestamptz
);
comment on column partners.partner_circuit.failing is
  'Teams whose shops it failed since it last answered, up to a few.';
grant select, insert, update, delete on partners.partner_circuit to seller_connect_app;
