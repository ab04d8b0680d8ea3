-- What is due is asked for over all tenants, each second by each worker: an index that begins with the tenant is no use to
-- that, and 100,000 shops would be read through. Nobody asks for what is due of one tenant.
create index stream_next_run on collector.stream (next_run_at) where next_run_at is not null;
drop index collector.stream_due;
create index hint_next on collector.hint (due_at);
drop index collector.hint_due;
