-- Gives up every shop of this transaction's tenant: whoever has its login at the partner may link it from then on.
create function partners.release_claims() returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from partners.shop_claim c
  where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
$$;
revoke all on function partners.release_claims() from public;
grant execute on function partners.release_claims() to seller_connect_app;
