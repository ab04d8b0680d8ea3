-- Accounts, roles, and everything that the identity provider stores.

-- People. A name to sign in with is compared by its key: Unicode NFC, lower case, made by the program.
create table identity.account (
  id uuid primary key,
  tenant_id uuid not null,
  -- The team that the person comes back to after leaving the current one; null when there is none.
  return_tenant_id uuid,
  username text,
  -- No @: a username can never equal another person's e-mail address.
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
  -- Letters that were asked for before this moment carry no link: a new password or address cancels them.
  links_valid_from timestamptz,
  demo boolean not null default false,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  -- The version of the privacy notice that the person agreed to; null for accounts that came by Google and for those of the
  -- demo.
  privacy_version text,
  privacy_accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (username_key is not null or email_key is not null),
  check ((privacy_version is null) = (privacy_accepted_at is null))
);
create index account_tenant on identity.account (tenant_id);
comment on column identity.account.tenant_id is 'The team that the account works in.';
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
  ('ppm:admin', 'Keeps products and prices'),
  ('identity:admin', 'Gives roles to people and takes them away');
insert into identity.role_permission (role, permission) values
  ('catalog:admin', 'catalog:all:all'),
  ('catalog:admin', 'ppm:all:all'),
  ('ppm:admin', 'ppm:all:all'),
  ('identity:admin', 'identity:roles:assign');

-- Who granted or revoked which role. Rows outlive the accounts.
create table identity.role_change (
  id uuid primary key,
  account_id uuid not null,
  role text not null,
  change text not null check (change in ('granted', 'revoked')),
  changed_by uuid not null,
  changed_at timestamptz not null
);
create index role_change_account on identity.role_change (account_id, changed_at);
select platform.grant_identity('identity.role_change');

-- What the protocol stores: sessions, grants, codes, tokens, interactions. Ids are bearer secrets: only their SHA-256 is
-- stored, and the payload holds none of them.
create table identity.artifact (
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_hash bytea,
  -- Of a session its own uid, of a token the uid of its session.
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
-- Finds a session by the `sid` that our front end knows from its ID token.
create index artifact_session_sid
  on identity.artifact ((payload #>> '{authorizations,seller-connect-web,sid}'))
  where model = 'Session';
select platform.grant_identity('identity.artifact');

-- Keys that sign identity tokens. The private half is sealed by the vault.
create table identity.signing_key (
  kid text primary key,
  algorithm text not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null,
  -- A key is published before it signs, so that every process and client knows it by then.
  signs_from timestamptz not null,
  -- Null for the newest key. A replaced key stays published until the last token that it signed has expired.
  published_until timestamptz
);
select platform.grant_identity('identity.signing_key');

-- Sessions of pages that keep their refresh token here instead of in the browser. The id is the SHA-256 of a cookie. The
-- content is sealed with a key derived from that cookie, so that the row alone opens nothing.
create table identity.backend_session (
  id_hash bytea primary key,
  client_id text not null,
  account_id text not null,
  -- The provider's session that this one ends with.
  session_uid text not null,
  -- The refresh token and the last answer.
  sealed bytea not null,
  -- Counts the exchanges: a process that waited for one sees that it has happened.
  generation integer not null,
  -- One process at a time exchanges. The claim expires when that process dies.
  busy_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index backend_session_uid on identity.backend_session (session_uid);
create index backend_session_expiry on identity.backend_session (expires_at);
select platform.grant_identity('identity.backend_session');

-- What a person recognises a session by.
create table identity.session_note (
  session_uid text primary key,
  account_id uuid not null references identity.account (id) on delete cascade,
  -- Such as "Chrome, Windows": never the whole header.
  browser text not null,
  -- Where the sign-in came from, for the person's own list of sessions; deleted with the row.
  address text,
  recorded_at timestamptz not null
);
create index session_note_account on identity.session_note (account_id);
select platform.grant_identity('identity.session_note');

-- Browsers that an account was signed in to by its password, by the SHA-256 of a cookie. Guessing from elsewhere cannot lock
-- the owner out of these.
create table identity.known_browser (
  browser_hash bytea not null,
  account_id uuid not null references identity.account (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (browser_hash, account_id)
);
create index known_browser_account on identity.known_browser (account_id);
create index known_browser_expiry on identity.known_browser (expires_at);
select platform.grant_identity('identity.known_browser');

-- Guessing limits, shared by all processes. The key is a SHA-256: neither names nor addresses are stored.
create table identity.attempt_limit (
  key bytea primary key,
  attempts integer not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz not null
);
create index attempt_limit_expiry on identity.attempt_limit (window_ends_at);
select platform.grant_identity('identity.attempt_limit');

-- Pending registrations. No account exists before its mailbox is proven: an address that somebody else typed blocks nobody.
create table identity.registration (
  id uuid primary key,
  email text not null,
  email_key text not null check (email_key ~ '@'),
  name text not null,
  -- argon2id, as in identity.account.
  password text not null,
  -- SHA-256 of the cookie of the browser that asked: it may confirm without the password.
  browser_hash bytea not null,
  -- SHA-256 of the secret in the letter; null until the letter is written.
  token_hash bytea unique,
  -- The address of the authorization request that the person came from, without its secret: its own cookie is the proof.
  interaction text,
  -- The page of the application that the person was on the way to; a path of its origin.
  return_path text,
  privacy_version text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (email_key, browser_hash)
);
create index registration_expiry on identity.registration (expires_at);
select platform.grant_identity('identity.registration');

-- Secrets in letters to people who have an account. Several links for one purpose are valid beside each other: a letter that
-- an outsider causes does not end the owner's link.
create table identity.link_token (
  account_id uuid not null references identity.account (id) on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'change_email', 'unlock', 'undo_email')),
  token_hash bytea primary key,
  email text,
  -- When the person asked for what the link does.
  requested_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index link_token_account on identity.link_token (account_id, purpose);
create index link_token_expiry on identity.link_token (expires_at);
comment on column identity.link_token.email is
  'change_email: the new address, which the letter went to. undo_email: the address before the change.';
select platform.grant_identity('identity.link_token');

-- External accounts that open an account here. The key is issuer and subject: an address may change its owner.
create table identity.external_identity (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  account_id uuid not null references identity.account (id) on delete cascade,
  -- Key of the address for which Google itself is the authority (gmail.com, or a hosted domain), as of the last sign-in
  -- with Google; null where it is none, or is not known.
  authoritative_for text,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index external_identity_account on identity.external_identity (account_id);
select platform.grant_identity('identity.external_identity');

-- Logins that left for Google and have not come back. Only hashes: what they are made from is in the browser.
create table identity.google_attempt (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
create index google_attempt_expiry on identity.google_attempt (expires_at);
select platform.grant_identity('identity.google_attempt');

-- Google accounts that are proven while the account here, of the same address, is not: the login waits for its password.
create table identity.pending_link (
  interaction_hash bytea primary key,
  issuer text not null,
  subject text not null,
  account_id uuid not null references identity.account (id) on delete cascade,
  -- As in identity.external_identity.
  authoritative_for text,
  expires_at timestamptz not null
);
create index pending_link_expiry on identity.pending_link (expires_at);
create index pending_link_account on identity.pending_link (account_id);
select platform.grant_identity('identity.pending_link');

-- Accounts that were removed, with each team that they had a place in, until the other domains have deleted their data
-- there. Written with the removal itself, so that a crash in between leaves no team's tokens behind.
create table identity.removed_account (
  account_id uuid not null,
  tenant_id uuid not null,
  removed_at timestamptz not null,
  primary key (account_id, tenant_id)
);
select platform.grant_identity('identity.removed_account');

-- The link of whoever installed the program, while nobody may assign roles: the SHA-256 of a secret that was printed once.
-- At most one row.
create table identity.first_administrator (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
select platform.grant_identity('identity.first_administrator');
