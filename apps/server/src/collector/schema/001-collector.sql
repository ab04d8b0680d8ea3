-- What is read from each linked shop, how far, and the proof of it.

create table collector.stream (
  tenant_id uuid not null,
  shop_id uuid not null,
  stream text not null check (stream in ('shop', 'products', 'orders')),
  state text not null check (state in ('waiting', 'syncing', 'up_to_date', 'needs_you', 'paused')),
  -- A worker holds the stream until leased_until. Every hold has its own number; a page is committed only
  -- under the newest, so that a worker that was cut off and comes back can change nothing.
  hold bigint not null default 0,
  leased_until timestamptz,
  -- Null: nothing to do until somebody acts.
  next_run_at timestamptz,
  -- When somebody last asked for a reading; one that was under way by then does not answer it.
  asked_at timestamptz not null,
  failures integer not null default 0,
  problem text,
  problem_retry_at timestamptz,
  rows bigint not null default 0,
  expected_rows bigint,
  progress double precision,
  last_succeeded_at timestamptz,
  -- Everything that had happened by then is in, as far back as the windows reach.
  current_at timestamptz,
  -- Where the next page starts, for streams without windows.
  checkpoint text,
  -- Orders only. Everything placed from `frontier` on has a row in the window ledger.
  planned_at timestamptz,
  first_order_at timestamptz,
  frontier timestamptz,
  window_ms bigint,
  -- Changes up to here have been read.
  watermark timestamptz,
  backfilled_at timestamptz,
  primary key (tenant_id, shop_id, stream)
);
create index stream_due on collector.stream (tenant_id, next_run_at) where next_run_at is not null;
select platform.protect('collector.stream');

-- The window ledger: completeness is claimed per window, with what the partner said and what we hold.
create table collector.time_window (
  tenant_id uuid not null,
  shop_id uuid not null,
  stream text not null,
  field text not null check (field in ('created', 'updated')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null check (state in ('open', 'closed')),
  passes integer not null default 0,
  pages integer not null default 0,
  items_seen bigint not null default 0,
  -- The partner's own total when the window was opened and when it was counted again at its end.
  expected bigint,
  recounted bigint,
  -- Distinct orders of the window that we hold, or hold as rejects.
  held bigint,
  -- Both counts agree.
  proven boolean not null default false,
  reread_at timestamptz,
  checkpoint text,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (tenant_id, shop_id, stream, field, from_at, to_at)
);
create index time_window_open on collector.time_window (tenant_id, shop_id, stream)
  where state = 'open' or not proven;
select platform.protect('collector.time_window');

-- Verbatim answers, append only: the items of one commit, compressed together (Zstandard over the items'
-- texts with a NUL between them).
create table collector.raw_page (
  tenant_id uuid not null,
  shop_id uuid not null,
  page_id uuid not null,
  stream text not null,
  fetched_at timestamptz not null,
  items integer not null,
  content bytea not null,
  primary key (tenant_id, shop_id, page_id)
);
alter table collector.raw_page alter column content set storage external;
select platform.protect('collector.raw_page');

-- One row per version of an item; `position` is its place in its page.
create table collector.raw_item (
  tenant_id uuid not null,
  shop_id uuid not null,
  page_id uuid not null,
  content_hash uuid not null,
  partner_updated_at timestamptz,
  position integer not null,
  entity text not null,
  external_id text not null,
  primary key (tenant_id, shop_id, entity, external_id, content_hash)
);
select platform.protect('collector.raw_item');

-- Items that could not be understood: kept, counted and shown; gone once a later reading succeeds.
create table collector.reject (
  tenant_id uuid not null,
  shop_id uuid not null,
  stream text not null,
  external_id text not null,
  reason text not null,
  window_from timestamptz,
  seen_at timestamptz not null,
  primary key (tenant_id, shop_id, stream, external_id)
);
select platform.protect('collector.reject');

create table collector.run (
  tenant_id uuid not null,
  run_id uuid not null,
  state text not null check (state in ('running', 'succeeded', 'failed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, run_id)
);
create unique index run_one_at_a_time on collector.run (tenant_id) where state = 'running';
select platform.protect('collector.run');

create table collector.run_stream (
  tenant_id uuid not null,
  run_id uuid not null,
  shop_id uuid not null,
  stream text not null,
  outcome text check (outcome in ('succeeded', 'failed')),
  primary key (tenant_id, run_id, shop_id, stream)
);
select platform.protect('collector.run_stream');

-- Which streams of any tenant are due: the one question that is asked across tenants. It runs as the
-- owner, whom row-level security binds too; this policy lets the owner read, and nobody else is it.
create policy due on collector.stream for select to current_user using (true);

create function collector.due_streams(most integer)
  returns table (tenant_id uuid, shop_id uuid, stream text)
  language sql stable security definer set search_path = ''
  as $$
    select s.tenant_id, s.shop_id, s.stream
      from collector.stream s
     where s.next_run_at <= now() and (s.leased_until is null or s.leased_until < now())
     order by s.next_run_at
     limit most
  $$;
revoke all on function collector.due_streams(integer) from public;
grant execute on function collector.due_streams(integer) to seller_connect_app;
