-- What a person recognises a session of theirs by.
create table identity.session_note (
  session_uid text primary key,
  account_id uuid not null references identity.account (id) on delete cascade,
  -- Such as "Chrome, Windows": never the whole header.
  browser text not null,
  noted_at timestamptz not null
);
create index session_note_account on identity.session_note (account_id);
select platform.grant_identity('identity.session_note');

insert into identity.role (name, description) values
  ('identity:admin', 'Gives roles to people and takes them away');
insert into identity.role_permission (role, permission) values
  ('identity:admin', 'identity:roles:assign');

-- Who gave or took which role; kept when the people are gone.
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
