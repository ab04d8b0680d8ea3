-- When a session of the person was last opened or renewed.
alter table sellers.member add column last_seen_at timestamptz;

create table sellers.invitation (
  tenant_id uuid not null,
  invitation_id uuid not null,
  email text not null,
  -- As the address is compared: Unicode NFC, lower case, made by the program.
  email_key text not null,
  role text not null check (role in ('owner', 'member', 'viewer')),
  -- Of the letter.
  language text not null check (language in ('vi', 'en')),
  -- SHA-256 of the secret in the newest letter; null until it is written.
  token_hash bytea,
  letters integer not null default 1,
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
