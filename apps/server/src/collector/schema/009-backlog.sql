-- How much there is to read and how long it has waited, for whoever keeps the installation running. Names no shop.
create function collector.backlog()
  returns table (stream text, state text, streams bigint, longest_wait_seconds double precision)
  language sql stable security definer set search_path = ''
  as $$
    select w.stream, w.state, count(*), coalesce(max(w.waits), 0)
      from (
        select s.stream,
               case
                 when s.leased_until >= now() then 'reading'
                 when s.next_run_at is null then s.state
                 when s.failures > 0 then 'failing'
                 when s.next_run_at > now() then 'resting'
                 when s.current_at is not null and s.backfilled_at is null then 'history_due'
                 else 'due'
               end as state,
               case when s.next_run_at <= now() and (s.leased_until is null or s.leased_until < now())
                 then extract(epoch from now() - s.next_run_at) end as waits
          from collector.stream s
      ) w
     group by 1, 2
  $$;
revoke all on function collector.backlog() from public;
grant execute on function collector.backlog() to seller_connect_app;
