-- Returns and settlements are read beside orders, products and the shop itself. Which streams there are is the
-- contract's to say; a list here would have to be changed with each.
alter table collector.stream drop constraint stream_stream_check;
alter table collector.stream add constraint stream_stream_check check (stream ~ '^[a-z_]{1,40}$');
