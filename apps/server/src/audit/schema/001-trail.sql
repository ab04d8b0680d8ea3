-- What people did in a team. Entries are added and read; the program cannot change or remove one.
create table audit.entry (
  tenant_id uuid not null,
  -- Made from the time, so that the key's order is the order of what happened.
  entry_id uuid not null,
  occurred_at timestamptz not null,
  -- Null for what the program did by itself.
  actor_id text,
  -- group.what, such as team.role_changed.
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  action_group text not null generated always as (split_part(action, '.', 1)) stored,
  subject_kind text,
  subject_id text,
  -- The subject's name at the time: the trail can be read when the subject is gone.
  subject_name text,
  -- Short facts by name, such as the old and the new role. Never a secret.
  details jsonb not null,
  primary key (tenant_id, entry_id)
);
create index entry_group on audit.entry (tenant_id, action_group, entry_id);
create index entry_actor on audit.entry (tenant_id, actor_id, entry_id);
select platform.protect('audit.entry');
revoke update, delete on audit.entry from seller_connect_app;
