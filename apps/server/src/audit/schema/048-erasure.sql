-- The trail cannot be changed but for persons who are gone. Both functions run as the owner, whom row-level security binds
-- too; these policies let the owner find and change, and nobody else is it.
create policy erasing on audit.entry for select to current_user using (true);
create policy erasing_rows on audit.entry for delete to current_user using (true);
create policy forgetting on audit.entry for update to current_user using (true);

-- The name of a removed account in what was done to it. What happened, when and by whom stays.
create function audit.forget_member(p_account_id text) returns void
  language sql security definer set search_path = ''
  as $$
    update audit.entry e set subject_name = null
     where e.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
       and e.subject_kind = 'member' and e.subject_id = p_account_id
  $$;

-- The trail of a team that nobody is left in.
create function audit.erase_trail(p_limit integer) returns bigint
  language sql security definer set search_path = ''
  as $$
    with gone as (
      delete from audit.entry e where e.ctid = any(array(
        select o.ctid from audit.entry o
         where o.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid limit p_limit))
      returning 1)
    select count(*) from gone
  $$;
revoke all on function audit.forget_member(text) from public;
revoke all on function audit.erase_trail(integer) from public;
grant execute on function audit.forget_member(text) to seller_connect_app;
grant execute on function audit.erase_trail(integer) to seller_connect_app;
