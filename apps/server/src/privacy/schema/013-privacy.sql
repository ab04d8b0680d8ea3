-- The proof of what was or is being erased. Holds our own ids, which lead nowhere once the erasure is done.
create table privacy.erasure (
  tenant_id uuid not null,
  erasure_id uuid not null,
  scope text not null check (scope in ('shop', 'team', 'account')),
  -- The shop's id, the team's or the account's.
  subject_id text not null,
  reason text not null check (reason in ('asked', 'disconnected', 'account_removed')),
  -- The account of the owner who asked; null where time or the removal of the last account caused it.
  requested_by text,
  requested_at timestamptz not null,
  finished_at timestamptz,
  rows_erased bigint not null default 0,
  primary key (tenant_id, erasure_id)
);
create unique index erasure_open on privacy.erasure (tenant_id, scope, subject_id) where finished_at is null;
select platform.protect('privacy.erasure');

-- Returns unfinished erasures of all tenants. The function runs as the owner, whom row-level security binds too; the policy
-- lets the owner alone read.
create policy upkeep on privacy.erasure for select to current_user using (true);
create function privacy.open_erasures(p_limit integer)
  returns table (tenant_id uuid, erasure_id uuid, scope text, subject_id text)
  language sql stable security definer set search_path = ''
  as $$
    select e.tenant_id, e.erasure_id, e.scope, e.subject_id from privacy.erasure e
     where e.finished_at is null order by e.requested_at limit p_limit
  $$;
revoke all on function privacy.open_erasures(integer) from public;
grant execute on function privacy.open_erasures(integer) to seller_connect_app;
