-- Accounts, roles, and everything that the identity provider stores.

-- Accounts. Sign-in names are compared by their keys: Unicode NFC, lower case, computed by the program.
create table identity.account (
  id uuid primary key,
  tenant_id uuid not null,
  -- The team that the account returns to when it leaves the current one; null when there is none.
  return_tenant_id uuid,
  username text,
  -- No @: a username can never equal the email address of another account.
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
  -- Argon2id hash with its parameters, as a PHC string; null when no password was ever set.
  password text,
  password_changed_at timestamptz,
  -- Emails requested before this instant carry no link: a new password or address cancels them.
  links_valid_from timestamptz,
  is_demo boolean not null default false,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  -- The accepted version of the privacy notice; null for accounts created through Google and for demo accounts.
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

-- Permissions of a role, each app:resource:action.
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
  -- Null when the program granted it.
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

-- History of granted and revoked roles. Rows outlive the accounts.
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

-- Storage of the protocol: sessions, grants, codes, tokens, interactions. Ids are bearer secrets: only their
-- SHA-256 is stored, and the payload contains none of them.
create table identity.artifact (
  model text not null,
  id_hash bytea not null,
  payload jsonb not null,
  grant_hash bytea,
  -- The uid of a session, or of the session that a token belongs to.
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
  -- A key is published before it signs, so that every process and client knows it in time.
  signs_from timestamptz not null,
  -- Null for the newest key. A replaced key stays published until the last token it signed has expired.
  published_until timestamptz
);
select platform.grant_identity('identity.signing_key');

-- BFF sessions, whose refresh token is stored here instead of in the browser. The id is the SHA-256 of a cookie.
-- The content is sealed with a key derived from that cookie, so the row alone is useless.
create table identity.backend_session (
  id_hash bytea primary key,
  client_id text not null,
  account_id text not null,
  -- The provider's session, with which this one ends.
  session_uid text not null,
  -- The refresh token and the last token response.
  sealed bytea not null,
  -- Number of exchanges. A process that waited for another one's exchange sees that it is done.
  generation integer not null,
  -- End of the lease of the process that exchanges; null when there is none.
  lease_expires_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index backend_session_uid on identity.backend_session (session_uid);
create index backend_session_expiry on identity.backend_session (expires_at);
select platform.grant_identity('identity.backend_session');

-- How users recognize their sessions.
create table identity.session_note (
  session_uid text primary key,
  account_id uuid not null references identity.account (id) on delete cascade,
  -- Such as "Chrome, Windows"; never the whole User-Agent header.
  browser text not null,
  -- Address of the sign-in, for the user's own list of sessions; deleted with the row.
  address text,
  recorded_at timestamptz not null
);
create index session_note_account on identity.session_note (account_id);
select platform.grant_identity('identity.session_note');

-- Browsers in which an account was signed in by password, by the SHA-256 of a cookie. Guesses from elsewhere cannot
-- lock the owner out of these.
create table identity.known_browser (
  browser_hash bytea not null,
  account_id uuid not null references identity.account (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (browser_hash, account_id)
);
create index known_browser_account on identity.known_browser (account_id);
create index known_browser_expiry on identity.known_browser (expires_at);
select platform.grant_identity('identity.known_browser');

-- Limits against guessing, shared by all processes. The key is a SHA-256: neither names nor addresses are stored.
create table identity.attempt_limit (
  key bytea primary key,
  attempts integer not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz not null
);
create index attempt_limit_expiry on identity.attempt_limit (window_ends_at);
select platform.grant_identity('identity.attempt_limit');

-- Pending registrations. An account is created only when its mailbox is proven, so a mistyped address blocks no
-- one.
create table identity.registration (
  id uuid primary key,
  email text not null,
  email_key text not null check (email_key ~ '@'),
  name text not null,
  -- Argon2id, as in identity.account.
  password text not null,
  -- SHA-256 of the cookie of the registering browser, which may confirm without the password.
  browser_hash bytea not null,
  -- SHA-256 of the secret in the email; null until the email is composed.
  token_hash bytea unique,
  -- Id of the interaction that the user came from. It proves nothing; the interaction's own cookie does.
  interaction text,
  -- The application page to return to; a path of its origin.
  return_path text,
  privacy_version text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (email_key, browser_hash)
);
create index registration_expiry on identity.registration (expires_at);
select platform.grant_identity('identity.registration');

-- Secrets in emails to existing accounts. Several links for one purpose are valid at a time, so that an email
-- caused by an outsider does not invalidate the owner's link.
create table identity.link_token (
  account_id uuid not null references identity.account (id) on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'change_email', 'unlock', 'undo_email')),
  token_hash bytea primary key,
  email text,
  -- When the user requested the action behind the link.
  requested_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index link_token_account on identity.link_token (account_id, purpose);
create index link_token_expiry on identity.link_token (expires_at);
comment on column identity.link_token.email is
  'change_email: the new address, which the letter went to. undo_email: the address before the change.';
select platform.grant_identity('identity.link_token');

-- External accounts that sign in to an account here. The key is issuer and subject, because addresses change
-- owners.
create table identity.external_identity (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  account_id uuid not null references identity.account (id) on delete cascade,
  -- Key of the address for which Google is the authority (gmail.com or a hosted domain), as of the last sign-in
  -- with Google; null when there is none or it is unknown.
  authoritative_for text,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index external_identity_account on identity.external_identity (account_id);
select platform.grant_identity('identity.external_identity');

-- Logins that left for Google and have not returned. Only hashes; the secret behind them is in the browser.
create table identity.google_attempt (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
create index google_attempt_expiry on identity.google_attempt (expires_at);
select platform.grant_identity('identity.google_attempt');

-- Google accounts whose address belongs to an account here that is not proven yet: the login waits for its
-- password.
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

-- Removed accounts, one row per team they belonged to, until the other domains have deleted their data. Written in
-- the transaction of the removal, so that a crash leaves no data behind.
create table identity.removed_account (
  account_id uuid not null,
  tenant_id uuid not null,
  removed_at timestamptz not null,
  primary key (account_id, tenant_id)
);
select platform.grant_identity('identity.removed_account');

-- The link that creates the first administrator while no account may assign roles: the SHA-256 of a secret that was
-- logged once. At most one row.
create table identity.first_administrator (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
select platform.grant_identity('identity.first_administrator');
