-- Accounts may be of one team: whoever accepts an invitation works in the team of somebody else.
alter table identity.account drop constraint account_tenant_id_key;
create index account_tenant on identity.account (tenant_id);
-- The team that the person comes back to when they leave the one they are in; null when there is none.
alter table identity.account add column return_tenant_id uuid;
comment on column identity.account.tenant_id is 'The team that the account works in.';
