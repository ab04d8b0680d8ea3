-- Logins of reporting tools at the database itself. Each one is a role of its own, a member of seller_connect_report, which may
-- read the views of `rpt` and name nothing else: the tables below them are readable by it, but it may not look into their schema.

-- Which team a login belongs to, looked up by the login before any team is known. Logins cannot read it.
create table reporting.database_login (
  name text primary key check (name ~ '^report_[0-9a-f]{32}$'),
  tenant_id uuid not null,
  access_id uuid not null
);
grant select, insert, delete on reporting.database_login to seller_connect_app;

-- Whose rows a session sees: decided by who signed in, which nothing that the session sets can change.
create function reporting.login_tenant() returns uuid language sql stable security definer
  set search_path = pg_catalog, pg_temp
  return (select l.tenant_id from reporting.database_login l where l.name = session_user);
revoke all on function reporting.login_tenant() from public;
grant execute on function reporting.login_tenant() to seller_connect_report;
grant usage on schema rpt to seller_connect_report;

-- Opens a view to those who report: the program, and logins. The tables below it get a policy for logins that is evaluated
-- once per statement, and the policy that goes by a setting is the program's alone: a login could set it to anything.
create or replace function reporting.publish(target regclass) returns void language plpgsql as $$
declare
  base regclass;
begin
  execute format('grant select on %s to seller_connect_app, seller_connect_report', target);
  for base in
    select distinct d.refobjid::regclass
      from pg_rewrite r
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
       and d.refclassid = 'pg_class'::regclass
      join pg_class c on c.oid = d.refobjid and c.relkind in ('r', 'p')
     where r.ev_class = target
  loop
    execute format('grant select on %s to seller_connect_report', base);
    if not exists (select from pg_policy where polrelid = base and polname = 'report') then
      execute format('alter policy tenant on %s to seller_connect_app', base);
      execute format('create policy report on %s for select to seller_connect_report
        using (tenant_id = (select reporting.login_tenant()))', base);
    end if;
  end loop;
end $$;

select reporting.publish(c.oid::regclass)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where n.nspname = 'rpt' and c.relkind = 'v';
