-- Saved views of the report: a name for a screen and its search parameters.
create table reporting.saved_view (
  tenant_id uuid not null,
  view_id uuid not null,
  -- Null once the account has left the team: the view is the team's.
  owner_id text,
  name text not null,
  path text not null check (path in ('/', '/reports/money', '/orders', '/products')),
  -- Search parameters without the question mark.
  search text not null,
  is_shared boolean not null,
  changed_at timestamptz not null,
  -- Set while the deletion can be undone.
  deleted_at timestamptz,
  primary key (tenant_id, view_id)
);
select platform.protect('reporting.saved_view');
