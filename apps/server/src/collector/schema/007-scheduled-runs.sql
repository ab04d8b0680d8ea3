-- Readings that nobody asked for, in the same history. Those of a shop within an hour are one run, and one that found nothing
-- new goes on for up to a day: there are hundreds of them, and a person reads the history.
alter table collector.run
  add column kind text not null default 'asked' check (kind in ('asked', 'scheduled')),
  add column readings integer not null default 1;
create index run_scheduled on collector.run (tenant_id, finished_at) where kind = 'scheduled';
