-- Days that were over by then have been counted once more: what a partner shows late is found so.
alter table collector.stream add column settled_at timestamptz;
