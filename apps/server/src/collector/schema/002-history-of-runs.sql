-- What a run did for each stream: for the history that a seller and our support read.
alter table collector.run_stream
  add column rows_before bigint,
  add column rows_read bigint,
  add column problem text,
  add column ended_at timestamptz;
create index run_stream_of_shop on collector.run_stream (tenant_id, shop_id, run_id);
