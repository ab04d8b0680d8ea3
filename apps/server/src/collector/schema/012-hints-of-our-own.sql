-- A hint of our own asks for an order again and says nothing of how well the partner tells of changes.
alter table collector.hint add column is_ours boolean not null default false;
