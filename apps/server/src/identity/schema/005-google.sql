-- Accounts elsewhere that open an account here. The key is issuer and subject: an address may change its owner.
create table identity.external_identity (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  account_id uuid not null references identity.account (id) on delete cascade,
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

-- Google's account is proven and the account here, of the same address, is not yet: it waits for its password in
-- the same login.
create table identity.pending_link (
  interaction_hash bytea primary key,
  issuer text not null,
  subject text not null,
  account_id uuid not null references identity.account (id) on delete cascade,
  expires_at timestamptz not null
);
create index pending_link_expiry on identity.pending_link (expires_at);
create index pending_link_account on identity.pending_link (account_id);
select platform.grant_identity('identity.pending_link');
