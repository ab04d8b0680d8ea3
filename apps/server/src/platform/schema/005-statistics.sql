-- The server counts its tables' rows anew a minute or two after they changed much. A first shop is read in less: until then
-- plans are made as for empty tables, of which all indexes cost the same, and kept. So tables that are several times as
-- large as when they were last counted are counted at once, by a small sample. Plans are made anew by that.
create function platform.count_grown_tables() returns setof text
language plpgsql security definer
set search_path = pg_catalog, pg_temp set default_statistics_target = 20 as $$
declare
  grown text;
begin
  -- One process is enough.
  if not pg_try_advisory_xact_lock(hashtext('platform.count_grown_tables')) then
    return;
  end if;
  for grown in
    select format('%I.%I', n.nspname, c.relname)
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('collector', 'reporting')
       and pg_relation_size(c.oid) / current_setting('block_size')::bigint > 4 * greatest(c.relpages, 12)
  loop
    execute 'analyze (skip_locked) ' || grown;
    return next grown;
  end loop;
end $$;
revoke all on function platform.count_grown_tables() from public;
grant execute on function platform.count_grown_tables() to seller_connect_app;
