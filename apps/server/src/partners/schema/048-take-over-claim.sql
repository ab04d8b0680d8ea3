-- A shop moves to another tenant that brings a fresh consent of it, once the tenant that holds its claim is not served any more.

-- Moves the claim of a shop to the tenant of this transaction when its holder has disconnected the shop, or when the holder's
-- consent has failed for `p_wait_days`. The locks of the holder's rows stay until this transaction ends, so that neither a
-- renewal nor a link of the holder comes between the decision and the end of its link.
-- `former_tenant_id`: the holder until now; null when the claim did not move. `free_at`: with a claim that did not move, when
-- it may; null while the holder's consent holds.
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

-- Whoever lost a claim keeps the data, and with them sealed keys, until they are erased: it is among the tenants still.
create or replace function partners.linked_tenants(p_after uuid, p_limit integer)
returns table (tenant_id uuid) language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.tenant_id from (
    select c.tenant_id from partners.shop_claim c where p_after is null or c.tenant_id > p_after
    union
    select s.tenant_id from partners.shop s where p_after is null or s.tenant_id > p_after
  ) t order by t.tenant_id limit p_limit
$$;
