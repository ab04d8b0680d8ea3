-- Gives up one shop of this transaction's tenant: whoever has its login at the partner may link it from then on.
create function partners.release_claim(p_platform text, p_region text, p_external_shop_id text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from partners.shop_claim c
  where c.platform = p_platform and c.region = p_region and c.external_shop_id = p_external_shop_id
    and c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;
revoke all on function partners.release_claim(text, text, text) from public;
grant execute on function partners.release_claim(text, text, text) to seller_connect_app;

-- Shops of any tenant that were disconnected before a moment, for the job that erases them. It runs as the owner, whom
-- row-level security binds too; this policy lets the owner read, and nobody else is it.
create index shop_disconnected on partners.shop (tenant_id, disconnected_at) where disconnected_at is not null;
create policy upkeep on partners.shop for select to current_user using (true);
create function partners.shops_disconnected_before(p_before timestamptz, p_limit integer)
returns table (tenant_id uuid, shop_id uuid)
language sql stable security definer set search_path = '' as $$
  select s.tenant_id, s.shop_id from partners.shop s
  where s.disconnected_at < p_before order by s.disconnected_at limit p_limit
$$;
revoke all on function partners.shops_disconnected_before(timestamptz, integer) from public;
grant execute on function partners.shops_disconnected_before(timestamptz, integer) to seller_connect_app;
