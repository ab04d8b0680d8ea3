-- Which version of the privacy notice a person agreed to, and when. Null for accounts from before, for those that came by
-- Google, and for those of the demo.
alter table identity.registration add column privacy_version text;
alter table identity.account
  add column privacy_version text,
  add column privacy_accepted_at timestamptz,
  add check ((privacy_version is null) = (privacy_accepted_at is null));
