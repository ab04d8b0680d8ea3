-- Consents of any tenant that end in a time: one of the two questions that are asked across tenants, for jobs that go
-- through all of them. It runs as the owner, whom row-level security binds too; this policy lets the owner read, and
-- nobody else is it.
create policy ending on partners.connection for select to current_user using (true);

create function partners.ending_consents(p_from timestamptz, p_before timestamptz, p_after uuid, p_limit integer)
returns table (tenant_id uuid, connection_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.tenant_id, c.connection_id from partners.connection c
  where c.state = 'connected'
    and case when c.can_refresh then c.refresh_expires_at else c.access_expires_at end between p_from and p_before
    and (p_after is null or c.connection_id > p_after)
  order by c.connection_id limit p_limit
$$;
revoke all on function partners.ending_consents(timestamptz, timestamptz, uuid, integer) from public;
grant execute on function partners.ending_consents(timestamptz, timestamptz, uuid, integer) to seller_connect_app;
