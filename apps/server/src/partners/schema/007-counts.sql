-- How many shops are linked, for whoever keeps the installation running. Names none of them and no team.
create function partners.count_shops()
  returns table (partner text, state text, shops bigint)
  language sql stable security definer set search_path = ''
  as $$
    select s.platform, case when s.disconnected_at is not null then 'disconnected' else c.state end, count(*)
      from partners.shop s
      join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
     group by 1, 2
  $$;
revoke all on function partners.count_shops() from public;
grant execute on function partners.count_shops() to seller_connect_app;
