-- Whether a stream that is due fills a long history, its newest days being in: such work waits in a queue of its own, so that
-- no other has to stand behind it.
drop function collector.due_streams(integer);
create function collector.due_streams(most integer)
  returns table (tenant_id uuid, shop_id uuid, stream text, is_filling boolean)
  language sql stable security definer set search_path = ''
  as $$
    select s.tenant_id, s.shop_id, s.stream,
           s.current_at is not null and s.backfilled_at is null
             and (s.expected_rows is null or s.expected_rows - s.rows > 5000)
      from collector.stream s
     where s.next_run_at <= now() and (s.leased_until is null or s.leased_until < now())
     order by s.next_run_at
     limit most
  $$;
revoke all on function collector.due_streams(integer) from public;
grant execute on function collector.due_streams(integer) to seller_connect_app;
