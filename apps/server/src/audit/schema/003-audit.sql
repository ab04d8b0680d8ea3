-- Audit events of a team. The program inserts and reads entries; it can neither update nor delete one.
create table audit.entry (
  tenant_id uuid not null,
  -- UUIDv7, so the order of the key is chronological.
  entry_id uuid not null,
  occurred_at timestamptz not null,
  -- Null for actions of the system.
  actor_id text,
  -- group.action, such as team.role_changed.
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  action_group text not null generated always as (split_part(action, '.', 1)) stored,
  subject_kind text,
  subject_id text,
  -- The subject's name at the time of the event, which keeps the entry readable after the subject is deleted.
  subject_name text,
  -- Short facts, such as the old and the new role. Never a secret.
  details jsonb not null,
  primary key (tenant_id, entry_id)
);
create index entry_group on audit.entry (tenant_id, action_group, entry_id);
create index entry_actor on audit.entry (tenant_id, actor_id, entry_id);
select platform.protect('audit.entry');
revoke update, delete on audit.entry from seller_connect_app;

-- Only the two functions below change entries, for removed accounts and teams. They run as the owner, to whom row-level
-- security also applies; these policies allow only the owner to find and change rows.
create policy erasing on audit.entry for select to current_user using (true);
create policy erasing_rows on audit.entry for delete to current_user using (true);
create policy clearing_names on audit.entry for update to current_user using (true);

-- Removes the name of a removed account from entries about it. Action, time and actor stay.
create function audit.delete_member_name(p_account_id text) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  update audit.entry e set subject_name = null
   where e.tenant_id = me and e.subject_kind = 'member' and e.subject_id = p_account_id;
end $$;

-- Deletes up to p_limit entries of a removed team.
create function audit.delete_entries(p_limit integer) returns bigint
  language plpgsql security definer set search_path = ''
  as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  deleted bigint;
begin
  delete from audit.entry e
   where e.tenant_id = me
     and e.ctid = any(array(select o.ctid from audit.entry o where o.tenant_id = me limit p_limit));
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke all on function audit.delete_member_name(text) from public;
revoke all on function audit.delete_entries(integer) from public;
grant execute on function audit.delete_member_name(text) to seller_connect_app;
grant execute on function audit.delete_entries(integer) to seller_connect_app;
