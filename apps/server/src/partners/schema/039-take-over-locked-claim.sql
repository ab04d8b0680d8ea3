-- Locks the claim of a shop and returns its tenant; null without one. Nobody else links or deletes the shop meanwhile.
create function partners.lock_claim(p_platform text, p_region text, p_external_shop_id text) returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  holder uuid;
begin
  select c.tenant_id into holder from partners.shop_claim c
    where c.platform = p_platform and c.region = p_region and c.external_shop_id = p_external_shop_id
    for update;
  return holder;
end $$;
revoke all on function partners.lock_claim(text, text, text) from public;
grant execute on function partners.lock_claim(text, text, text) to seller_connect_app;

-- As `take_over_claim`, for a claim and rows of its tenant that the transaction has locked before. That function locks
-- the rows as their owner: in a distributed database, the application role then waits for them for ever.
create function partners.take_over_locked_claim(
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
  holder := partners.lock_claim(p_platform, p_region, p_external_shop_id);
  if holder is null or holder = me then
    return;
  end if;
  -- Row-level security also applies to the owner of this function, so it must act as the holder to read the holder's
  -- rows.
  perform platform.set_tenant(holder);
  select s.disconnected_at, c.state, c.changed_at into disconnected, link_state, changed
    from partners.shop s
    join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
    where s.tenant_id = holder and s.platform = p_platform and s.region = p_region
      and s.external_shop_id = p_external_shop_id;
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
revoke all on function partners.take_over_locked_claim(text, text, text, timestamptz, integer) from public;
grant execute on function partners.take_over_locked_claim(text, text, text, timestamptz, integer) to seller_connect_app;
