-- When the partner refused access to this shop, while the consent still opens others. Null once it is linked again.
alter table partners.shop add column refused_at timestamptz;

create or replace function partners.count_shops()
  returns table (partner text, state text, shops bigint)
  language sql stable security definer set search_path = ''
  as $$
    select s.platform,
           case when s.disconnected_at is not null then 'disconnected'
                when s.refused_at is not null and c.state = 'connected' then 'needs_reauthorization'
                else c.state end,
           count(*)
      from partners.shop s
      join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
     group by 1, 2
  $$;

-- Also takes over a shop that was refused long ago, while its consent still opens others.
create or replace function partners.take_over_locked_claim(
  p_platform text, p_region text, p_external_shop_id text, p_now timestamptz, p_wait_days integer,
  out former_tenant_id uuid, out free_at timestamptz
) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  holder uuid;
  disconnected timestamptz;
  link_state text;
  failed timestamptz;
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
  select s.disconnected_at, c.state,
         case c.state when 'needs_reauthorization' then least(c.changed_at, s.refused_at)
                      when 'connected' then s.refused_at end
    into disconnected, link_state, failed
    from partners.shop s
    join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
    where s.tenant_id = holder and s.platform = p_platform and s.region = p_region
      and s.external_shop_id = p_external_shop_id;
  perform platform.set_tenant(me);
  if disconnected is null and link_state = 'connected' and failed is null then
    return;
  end if;
  if disconnected is null and failed is not null then
    free_at := failed + make_interval(days => p_wait_days);
    if free_at > p_now then
      return;
    end if;
    free_at := null;
  end if;
  update partners.shop_claim c set tenant_id = me, claimed_at = p_now
    where c.platform = p_platform and c.region = p_region and c.external_shop_id = p_external_shop_id;
  former_tenant_id := holder;
end $$;
