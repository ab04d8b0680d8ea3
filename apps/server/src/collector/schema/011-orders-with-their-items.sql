-- An order and its items are asked for together, come one after the other and change together: one row tells of both, the
-- order at its position and the items at the next one. Rows from before tell of one each.
alter table collector.raw_item add column with_items boolean not null default false;
