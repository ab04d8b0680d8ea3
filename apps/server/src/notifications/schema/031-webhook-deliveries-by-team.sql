-- Returns deliveries of all teams that are due: the two of each team that wait longest, so that a team whose receiver is
-- slow delays no others. The first ones of all teams come before the second ones.
create or replace function notifications.due_webhook_deliveries(p_now timestamptz, p_limit integer)
  returns table (tenant_id uuid, delivery_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select d.tenant_id, d.delivery_id
      from (
        select w.tenant_id, w.delivery_id, w.next_attempt_at,
               row_number() over (partition by w.tenant_id order by w.next_attempt_at) as rank
          from notifications.webhook_delivery w
         where w.next_attempt_at <= p_now
      ) d
     where d.rank <= 2
     order by d.rank, d.next_attempt_at
     limit p_limit;
end $$;
