-- One row per key that wraps stored secrets: a value made with the key, by which a start with a wrong key
-- under a known name is noticed before anything is written with it. Holds no secret and no tenant's data.
create table platform.vault_key (
  key_id text primary key,
  check_value bytea not null,
  first_used_at timestamptz not null
);
grant select, insert on platform.vault_key to seller_connect_app, seller_connect_identity;
