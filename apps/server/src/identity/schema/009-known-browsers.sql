-- Browsers that an account was signed in to by its password, by the SHA-256 of a cookie. Whoever guesses from elsewhere
-- cannot keep the owner out of these.
create table identity.known_browser (
  browser_hash bytea not null,
  account_id uuid not null references identity.account (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (browser_hash, account_id)
);
create index known_browser_account on identity.known_browser (account_id);
create index known_browser_expiry on identity.known_browser (expires_at);
select platform.grant_identity('identity.known_browser');

alter table identity.letter_token
  drop constraint letter_token_purpose_check,
  add constraint letter_token_purpose_check
    check (purpose in ('reset_password', 'change_email', 'unlock'));
