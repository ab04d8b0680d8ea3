-- Fetches in a row that failed. `attempts` counts responses: an order that was asked for and not returned is unknown to
-- the marketplace, one whose fetch failed is not.
alter table collector.hint add column failures integer not null default 0;
