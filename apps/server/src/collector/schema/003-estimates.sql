-- A partner that counts nothing: what is expected was estimated from samples, and is said to be so.
alter table collector.stream add column is_estimate boolean not null default false;
