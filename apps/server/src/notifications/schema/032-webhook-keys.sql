-- Returns a page of the teams whose webhook secret another vault key wraps. The function runs as the table owner, to whom
-- row-level security applies too; the policy lets only the owner read.
create policy key_rotation on notifications.webhook for select to current_user using (true);

create function notifications.webhooks_by_old_key(p_key_id text, p_after uuid, p_limit integer)
  returns table (tenant_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select w.tenant_id from notifications.webhook w
     where w.key_id <> p_key_id and (p_after is null or w.tenant_id > p_after)
     order by w.tenant_id limit p_limit;
end $$;
revoke all on function notifications.webhooks_by_old_key(text, uuid, integer) from public;
grant execute on function notifications.webhooks_by_old_key(text, uuid, integer) to seller_connect_app;
