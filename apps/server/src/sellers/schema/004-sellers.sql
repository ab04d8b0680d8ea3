-- The team, usually the company of a seller. Its id is the tenant id of everything that belongs to it.
create table sellers.team (
  tenant_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  primary key (tenant_id)
);
select platform.protect('sellers.team');

create table sellers.member (
  tenant_id uuid not null,
  account_id text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  joined_at timestamptz not null,
  -- When a session of the account was last opened or renewed.
  last_seen_at timestamptz,
  primary key (tenant_id, account_id)
);
select platform.protect('sellers.member');

-- The profile form of the specification, one per account in a team.
create table sellers.profile (
  tenant_id uuid not null,
  account_id text not null,
  email text not null,
  phone_number text not null,
  business text not null,
  purpose text not null,
  completed_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, account_id)
);
select platform.protect('sellers.profile');

-- Sessions of the core business API. Only the SHA-256 of a token is stored.
create table sellers.core_session (
  tenant_id uuid not null,
  token_hash bytea not null,
  account_id text not null,
  -- The provider's session that this one came from and ends with; null while it is not bound to one.
  sign_in_id text,
  -- Where the write-ahead log was after the session's last change; a standby that is not there yet is not read.
  written_lsn pg_lsn,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
create index core_session_expiry on sellers.core_session (tenant_id, expires_at);
select platform.protect('sellers.core_session');

create table sellers.invitation (
  tenant_id uuid not null,
  invitation_id uuid not null,
  email text not null,
  -- The key by which addresses are compared: Unicode NFC, lower case, computed by the program.
  email_key text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  -- Language of the email.
  language text not null check (language in ('vi', 'en')),
  -- SHA-256 of the secret in the newest email; null until the email is composed.
  token_hash bytea,
  email_count integer not null default 1,
  invited_by text not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by text,
  withdrawn_at timestamptz,
  primary key (tenant_id, invitation_id)
);
create unique index invitation_open on sellers.invitation (tenant_id, email_key)
  where accepted_at is null and withdrawn_at is null;
create index invitation_token on sellers.invitation (tenant_id, token_hash);
select platform.protect('sellers.invitation');
