-- People who asked for an account. There is none before its mailbox is proven: an address that somebody else
-- typed blocks nobody.
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
  -- Only the address of the request that the person came from; its own cookie is the proof.
  interaction text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (email_key, browser_hash)
);
create index registration_expiry on identity.registration (expires_at);
select platform.grant_identity('identity.registration');

-- Secrets in letters to people who have an account: one per purpose, a new one replaces the old.
create table identity.letter_token (
  account_id uuid not null references identity.account (id) on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'change_email')),
  token_hash bytea not null unique,
  -- The new address that the letter went to.
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, purpose)
);
create index letter_token_expiry on identity.letter_token (expires_at);
select platform.grant_identity('identity.letter_token');
