-- End of the window of a rejected item, exclusive. Null for items that an earlier version recorded.
alter table collector.reject add column window_to timestamptz;
