-- A reporting login may run any SQL. What it has no use for, and others would pay for, is taken from it where the migrating user
-- may: large objects, which PostgreSQL lets everybody make and fill.
do $$
declare
  called regprocedure;
begin
  for called in
    select p.oid::regprocedure from pg_catalog.pg_proc p
     where p.pronamespace = 'pg_catalog'::regnamespace
       and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_import', 'lo_export', 'lo_open', 'lowrite',
                         'lo_truncate', 'lo_truncate64', 'lo_unlink')
  loop
    execute format('revoke execute on function %s from public', called);
  end loop;
exception when insufficient_privilege then
  raise notice 'Large objects stay open to every login: the migrating user is no superuser.';
end $$;
