-- People. A name to sign in with is compared by its key: Unicode NFC, lower case, made by the program.
create table identity.account (
  id uuid primary key,
  -- The account's own seller team.
  tenant_id uuid not null unique,
  username text,
  -- No @: a username can never stand where another person's e-mail address does.
  username_key text unique check (username_key !~ '@'),
  email text,
  email_key text unique check (email_key ~ '@'),
  email_verified_at timestamptz,
  name text,
  picture text,
  phone_number text,
  address text,
  birthday text,
  meta_data jsonb not null default '{}',
  -- argon2id with its parameters, as a PHC string; null where no password was ever set.
  password text,
  password_changed_at timestamptz,
  demo boolean not null default false,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (username_key is not null or email_key is not null)
);
select platform.grant_identity('identity.account');

create table identity.role (
  name text primary key,
  description text not null
);
select platform.grant_identity('identity.role');

-- A permission is app:resource:action.
create table identity.role_permission (
  role text not null references identity.role (name) on delete cascade,
  permission text not null,
  primary key (role, permission)
);
select platform.grant_identity('identity.role_permission');

create table identity.account_role (
  account_id uuid not null references identity.account (id) on delete cascade,
  role text not null references identity.role (name) on delete cascade,
  granted_at timestamptz not null,
  -- Null for the program itself.
  granted_by uuid,
  primary key (account_id, role)
);
select platform.grant_identity('identity.account_role');

insert into identity.role (name, description) values
  ('seller', 'Links shops and reads reports of the own team'),
  ('catalog:admin', 'Keeps brands, products and prices'),
  ('ppm:admin', 'Keeps products and prices');
insert into identity.role_permission (role, permission) values
  ('catalog:admin', 'catalog:all:all'),
  ('catalog:admin', 'ppm:all:all'),
  ('ppm:admin', 'ppm:all:all');

-- Everything that the protocol keeps: sessions, grants, codes, tokens, interactions. Ids are bearer secrets,
-- so that only their SHA-256 is stored, and the payload holds none of them.
create table identity.artifact (
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_hash bytea,
  -- Of a session its own uid, of a token the uid of the session that it belongs to.
  session_uid text,
  account_id text,
  client_id text,
  consumed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (model, id_hash)
);
create index artifact_grant on identity.artifact (grant_hash) where grant_hash is not null;
create index artifact_session on identity.artifact (session_uid) where session_uid is not null;
create index artifact_account on identity.artifact (account_id) where account_id is not null;
create index artifact_expiry on identity.artifact (expires_at) where expires_at is not null;
select platform.grant_identity('identity.artifact');

-- Keys that sign identity tokens. The private half is sealed by the vault.
create table identity.signing_key (
  kid text primary key,
  algorithm text not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null,
  -- Published before it signs, so that every process and client knows it by then.
  signs_from timestamptz not null,
  -- Null for the newest key; a replaced one stays published until the last token that it signed has expired.
  published_until timestamptz
);
select platform.grant_identity('identity.signing_key');

-- Guessing limits, shared by all processes. The key is a SHA-256: neither names nor addresses are kept.
create table identity.attempt_limit (
  key bytea primary key,
  attempts integer not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz not null
);
create index attempt_limit_expiry on identity.attempt_limit (window_ends_at);
select platform.grant_identity('identity.attempt_limit');
