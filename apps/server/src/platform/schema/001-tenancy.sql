-- Every domain's tables stand in a schema of the domain's name. The application's role owns none of them.

-- Confines a table to the tenant of the transaction. The nullif is needed: after a transaction that used
-- SET LOCAL the setting is an empty string for the rest of the session, and a bare cast of it fails.
create function platform.protect(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', target);
  execute format('grant select, insert, update, delete on %s to seller_connect_app', target);
end $$;

-- Tables of the identity provider belong to people, not to tenants; only its own role reaches them.
create function platform.grant_identity(target regclass) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on %s to seller_connect_identity', target);
end $$;
