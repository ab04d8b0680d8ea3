-- Deletes up to p_limit deliveries of all teams that are older than p_before. Teams without a shop have some, too.
create policy purge on notifications.webhook_delivery for delete to current_user using (true);

create function notifications.purge_webhook_deliveries(p_before timestamptz, p_limit integer) returns bigint
  language plpgsql security definer set search_path = ''
  as $$
declare
  deleted bigint;
begin
  delete from notifications.webhook_delivery d
   using (select o.tenant_id, o.delivery_id from notifications.webhook_delivery o
           where o.created_at < p_before limit p_limit) as old
   where d.tenant_id = old.tenant_id and d.delivery_id = old.delivery_id;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke all on function notifications.purge_webhook_deliveries(timestamptz, integer) from public;
grant execute on function notifications.purge_webhook_deliveries(timestamptz, integer) to seller_connect_app;
