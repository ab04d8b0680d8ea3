-- Teams that the account returns to after that of return_tenant_id, the next one first. The removal of the account reaches
-- them all.
alter table identity.account add column earlier_tenant_ids uuid[] not null default '{}';
