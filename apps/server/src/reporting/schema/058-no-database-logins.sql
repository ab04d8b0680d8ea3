-- Reporting tools no longer sign in at the database (docs/decisions/no-logins-at-the-database.md). What 020 gave them is
-- taken back: the logins with their sessions, the rights of their group, and the policies that were theirs.
do $$
declare
  login record;
begin
  for login in
    select rolname from pg_catalog.pg_roles
     where rolname ~ '^report_[0-9a-f]{32}$'
       -- Roles are the server's. Another database of it drops its own.
       and shobj_description(oid, 'pg_authid') = 'Reporting login of the database ' || current_database()
  loop
    perform pg_terminate_backend(pid, 5000) from pg_catalog.pg_stat_activity where usename = login.rolname;
    execute format('drop role %I', login.rolname);
  end loop;
exception when insufficient_privilege then
  raise notice 'Logins of reporting tools stay, without any right: the migrating user may not drop them.';
end $$;

create or replace function reporting.publish(target regclass) returns void language plpgsql as $$
begin
  execute format('grant select on %s to seller_connect_app', target);
end $$;

do $$
declare
  target regclass;
begin
  for target in select polrelid::regclass from pg_catalog.pg_policy where polname = 'report' loop
    execute format('drop policy report on %s', target);
    execute format('alter policy tenant on %s to public', target);
  end loop;
  for target in
    select c.oid::regclass from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('rpt', 'reporting') and c.relkind in ('r', 'p', 'v')
  loop
    execute format('revoke all on %s from seller_connect_report', target);
  end loop;
end $$;
revoke usage on schema rpt from seller_connect_report;
drop function if exists reporting.login_tenant();
drop table if exists reporting.database_login;
