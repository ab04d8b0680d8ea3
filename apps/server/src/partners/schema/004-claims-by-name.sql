-- Whose a shop is that a partner's message names: asked before any tenant is known, and answered with nothing but
-- the tenant, under which alone the shop can then be read. Some partners do not say the country.
create index shop_claim_name on partners.shop_claim (platform, external_shop_id);

create function partners.claimed_by(p_platform text, p_external_shop_id text, p_region text)
returns table (tenant_id uuid, region text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.tenant_id, c.region from partners.shop_claim c
  where c.platform = p_platform and c.external_shop_id = p_external_shop_id
    and (p_region is null or c.region = p_region)
$$;
revoke all on function partners.claimed_by(text, text, text) from public;
grant execute on function partners.claimed_by(text, text, text) to seller_connect_app;
