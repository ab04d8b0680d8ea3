-- The seller company. Its id is the tenant id of everything that belongs to it.
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
  primary key (tenant_id, account_id)
);
select platform.protect('sellers.member');

-- The profile form of the specification, one per person.
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

-- Sessions of the core business service; the token itself is nowhere, only its SHA-256.
create table sellers.core_session (
  tenant_id uuid not null,
  token_hash bytea not null,
  account_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash)
);
create index core_session_expiry on sellers.core_session (tenant_id, expires_at);
select platform.protect('sellers.core_session');
