-- Accounts that are gone, with each team that they had a place in, until the other domains have dropped what was theirs
-- there. Written with the removal itself, so that no crash in between leaves a team's tokens behind.
create table identity.removed_account (
  account_id uuid not null,
  tenant_id uuid not null,
  removed_at timestamptz not null,
  primary key (account_id, tenant_id)
);
select platform.grant_identity('identity.removed_account');
