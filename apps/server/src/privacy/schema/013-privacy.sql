-- Record of running and finished erasures. Has internal ids only, which refer to nothing once the erasure is finished.
create table privacy.erasure (
  tenant_id uuid not null,
  erasure_id uuid not null,
  scope text not null check (scope in ('shop', 'team', 'account')),
  -- Id of the shop, the team or the account, by `scope`.
  subject_id text not null,
  reason text not null check (reason in ('asked', 'disconnected', 'account_removed')),
  -- Account of the owner who requested it. Null if the retention time ended or an account was removed.
  requested_by text,
  requested_at timestamptz not null,
  finished_at timestamptz,
  rows_erased bigint not null default 0,
  primary key (tenant_id, erasure_id)
);
create unique index erasure_open on privacy.erasure (tenant_id, scope, subject_id) where finished_at is null;
select platform.protect('privacy.erasure');

-- Returns unfinished erasures of all tenants. The function runs as the table owner, to whom row-level security
-- applies too; the policy lets only the owner read.
create policy upkeep on privacy.erasure for select to current_user using (true);
create function privacy.open_erasures(p_limit integer)
  returns table (tenant_id uuid, erasure_id uuid, scope text, subject_id text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select e.tenant_id, e.erasure_id, e.scope, e.subject_id from privacy.erasure e
     where e.finished_at is null order by e.requested_at limit p_limit;
end $$;
revoke all on function privacy.open_erasures(integer) from public;
grant execute on function privacy.open_erasures(integer) to seller_connect_app;
