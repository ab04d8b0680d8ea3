-- What a reporting tool reads a team's figures with. Of its secret only the hash is stored; a revoked one is gone, and
-- the team's trail tells of it.
create table reporting.access (
  tenant_id uuid not null,
  access_id uuid not null,
  -- tool: everything a reporting tool asks. link: the one CSV file that `query` describes.
  kind text not null check (kind in ('tool', 'link')),
  name text not null,
  token_hash bytea not null,
  query jsonb check ((kind = 'link') = (query is not null)),
  created_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (tenant_id, access_id)
);
create unique index access_token on reporting.access (tenant_id, token_hash);
select platform.protect('reporting.access');
