-- The shop that a seller set out to link again; null for a new one.
alter table partners.authorization_attempt add column shop_id uuid;
