-- The way in for whoever installed the program, while nobody may assign roles: the SHA-256 of a secret that was printed
-- once. At most one row.
create table identity.first_administrator (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
select platform.grant_identity('identity.first_administrator');
