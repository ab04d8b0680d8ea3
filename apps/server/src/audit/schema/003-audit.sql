-- What people did in a team. Entries are inserted and read; the program can neither update nor delete one.
create table audit.entry (
  tenant_id uuid not null,
  -- UUIDv7: the key's order is the order of time.
  entry_id uuid not null,
  occurred_at timestamptz not null,
  -- Null for what the program did by itself.
  actor_id text,
  -- group.what, such as team.role_changed.
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  action_group text not null generated always as (split_part(action, '.', 1)) stored,
  subject_kind text,
  subject_id text,
  -- The subject's name at the time: the entry stays readable when the subject is gone.
  subject_name text,
  -- Short facts by name, such as the old and the new role. Never a secret.
  details jsonb not null,
  primary key (tenant_id, entry_id)
);
create index entry_group on audit.entry (tenant_id, action_group, entry_id);
create index entry_actor on audit.entry (tenant_id, actor_id, entry_id);
select platform.protect('audit.entry');
revoke update, delete on audit.entry from seller_connect_app;

-- Entries change for persons who are gone, and only by the two functions below. They run as the owner, whom row-level
-- security binds too; these policies let the owner alone find and change rows.
create policy erasing on audit.entry for select to current_user using (true);
create policy erasing_rows on audit.entry for delete to current_user using (true);
create policy clearing_names on audit.entry for update to current_user using (true);

-- Removes the name of a removed account from what was done to it. What happened, when and by whom stays.
create function audit.delete_member_name(p_account_id text) returns void
  language sql security definer set search_path = ''
  as $$
    update audit.entry e set subject_name = null
     where e.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
       and e.subject_kind = 'member' and e.subject_id = p_account_id
  $$;

-- Deletes up to p_limit entries of a team that nobody is left in.
create function audit.delete_entries(p_limit integer) returns bigint
  language sql security definer set search_path = ''
  as $$
    with gone as (
      delete from audit.entry e where e.ctid = any(array(
        select o.ctid from audit.entry o
         where o.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid limit p_limit))
      returning 1)
    select count(*) from gone
  $$;
revoke all on function audit.delete_member_name(text) from public;
revoke all on function audit.delete_entries(integer) from public;
grant execute on function audit.delete_member_name(text) to seller_connect_app;
grant execute on function audit.delete_entries(integer) to seller_connect_app;
