-- Mail that is still to be sent: what it is about, never its text. The text, with any secret in it, is made when
-- it is sent and kept by nobody.
create table platform.mail (
  id uuid primary key,
  kind text not null,
  data jsonb not null,
  attempts integer not null default 0,
  -- While a process sends it, the time after which another one may.
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index mail_due on platform.mail (next_attempt_at);
select platform.grant_identity('platform.mail');

-- In demo mode without a mail server: what would have been sent, for the mailbox page.
create table platform.mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);
create index mailbox_newest on platform.mailbox (created_at);
select platform.grant_identity('platform.mailbox');
