-- Streams of linked shops with their leases, schedules and progress.
create table collector.stream (
  tenant_id uuid not null,
  shop_id uuid not null,
  -- `Stream` in the contract.
  stream text not null check (stream ~ '^[a-z_]{1,40}$'),
  state text not null check (state in ('waiting', 'syncing', 'up_to_date', 'needs_you', 'paused')),
  -- Token of the newest lease. A commit with an older one is refused, so a worker that lost its lease cannot write.
  fencing_token bigint not null default 0,
  lease_expires_at timestamptz,
  -- Null: not scheduled until the seller acts.
  next_run_at timestamptz,
  -- Last request for a sync. A sync that started earlier does not fulfill it.
  requested_at timestamptz not null,
  failures integer not null default 0,
  problem text,
  problem_retry_at timestamptz,
  rows bigint not null default 0,
  expected_rows bigint,
  -- expected_rows is estimated from samples, because the partner has no count.
  is_estimate boolean not null default false,
  progress double precision,
  last_succeeded_at timestamptz,
  -- Everything up to this instant is committed, as far back as the windows reach.
  current_at timestamptz,
  -- Progress of a stream without windows.
  checkpoint text,
  -- Everything from `frontier` on has rows in collector.time_window.
  planned_at timestamptz,
  first_order_at timestamptz,
  frontier timestamptz,
  window_ms bigint,
  -- Changes up to this instant are committed.
  watermark timestamptz,
  backfilled_at timestamptz,
  -- Last fetch that a push caused.
  hinted_at timestamptz,
  -- Consecutive syncs of changes that found no change without a push.
  quiet integer not null default 0,
  -- Finished days are recounted up to this instant, to find orders that a partner shows late.
  recounted_at timestamptz,
  primary key (tenant_id, shop_id, stream)
);
-- Each worker polls for due streams of all tenants every second, so this index does not begin with the tenant.
create index stream_next_run on collector.stream (next_run_at) where next_run_at is not null;
select platform.protect('collector.stream');

-- Windows of streams, each with the partner's count and ours as proof that it is complete.
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
  -- The partner's total while the window is fetched, and its count afterwards.
  expected bigint,
  recounted bigint,
  -- Stored items of the window, rejected ones included.
  stored bigint,
  -- The partner's count matches the stored one.
  is_proven boolean not null default false,
  reread_at timestamptz,
  checkpoint text,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (tenant_id, shop_id, stream, field, from_at, to_at)
);
create index time_window_open on collector.time_window (tenant_id, shop_id, stream)
  where state = 'open' or not is_proven;
select platform.protect('collector.time_window');

-- Raw pages: the items of one commit, compressed together (Zstandard over the items' texts, separated by NUL).
create table collector.raw_page (
  tenant_id uuid not null,
  shop_id uuid not null,
  page_id uuid not null,
  stream text not null,
  fetched_at timestamptz not null,
  items integer not null,
  -- How many items at the end of the page are settlement lines. They have no rows in raw_item:
  -- reporting.settlement_line shows which are stored, most items of a shop are of this kind, and none is looked up by
  -- its id.
  bookings integer not null default 0,
  -- Whether personal data of buyers is removed. A job redacts the other pages in batches.
  redacted boolean not null default false,
  content bytea storage external not null,
  primary key (tenant_id, shop_id, page_id)
);
create index raw_page_unredacted on collector.raw_page (tenant_id, shop_id, page_id) where not redacted;
-- For the job that deletes pages older than the retention.
create index raw_page_age on collector.raw_page (tenant_id, fetched_at);
select platform.protect('collector.raw_page');

-- One row per version of an item.
create table collector.raw_item (
  tenant_id uuid not null,
  shop_id uuid not null,
  page_id uuid not null,
  content_hash uuid not null,
  partner_updated_at timestamptz,
  -- Index in the page.
  position integer not null,
  -- The row stands for an order at `position` and its items at the next one: they are fetched and change together.
  with_items boolean not null default false,
  entity text not null,
  external_id text not null,
  primary key (tenant_id, shop_id, entity, external_id, content_hash)
);
create index raw_item_page on collector.raw_item (tenant_id, shop_id, page_id);
select platform.protect('collector.raw_item');

-- Rejected items: counted and shown to the seller, and deleted once a later version is accepted.
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

-- Hints: items to fetch soon because a partner pushed a change, one row per item. The empty id stands for an unknown
-- item of the stream.
create table collector.hint (
  tenant_id uuid not null,
  shop_id uuid not null,
  stream text not null,
  external_id text not null,
  -- Grows with each push. An item that is pushed while it is being fetched is fetched again.
  revision integer not null default 1,
  -- Fetches that did not show the change yet.
  attempts integer not null default 0,
  -- When it changed, by the partner's clock.
  changed_at timestamptz,
  enqueued_at timestamptz not null,
  due_at timestamptz not null,
  -- Set by a refetch of our own, which does not count as a push.
  is_ours boolean not null default false,
  primary key (tenant_id, shop_id, stream, external_id)
);
-- Polled across all tenants, like stream_next_run.
create index hint_next on collector.hint (due_at);
select platform.protect('collector.hint');

-- Runs. Scheduled syncs of a shop are grouped by hour, or by day while they find nothing new, to keep the list short.
create table collector.run (
  tenant_id uuid not null,
  run_id uuid not null,
  kind text not null default 'asked' check (kind in ('asked', 'scheduled')),
  state text not null check (state in ('running', 'succeeded', 'failed')),
  sync_count integer not null default 1,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, run_id)
);
create unique index run_one_at_a_time on collector.run (tenant_id) where state = 'running';
create index run_finished on collector.run (tenant_id, finished_at);
select platform.protect('collector.run');

-- Result of a run for each stream.
create table collector.run_stream (
  tenant_id uuid not null,
  run_id uuid not null,
  shop_id uuid not null,
  stream text not null,
  outcome text check (outcome in ('succeeded', 'failed')),
  rows_before bigint,
  rows_read bigint,
  problem text,
  ended_at timestamptz,
  primary key (tenant_id, run_id, shop_id, stream)
);
create index run_stream_of_shop on collector.run_stream (tenant_id, shop_id, run_id);
select platform.protect('collector.run_stream');

-- The functions below work across tenants. They run as the table owner, to whom row-level security applies too; these
-- policies let only the owner read, and delete hints.
create policy due on collector.stream for select to current_user using (true);
create policy due on collector.hint for select to current_user using (true);
create policy purge on collector.hint for delete to current_user using (true);
create policy upkeep on collector.raw_page for select to current_user using (true);

-- Returns due streams, longest wait first. `is_backfilling` means that the newest days are committed and more than 5,000
-- rows are missing: such a backfill has a queue of its own, so no other stream waits behind it.
create function collector.due_streams(p_max_streams integer)
  returns table (tenant_id uuid, shop_id uuid, stream text, is_backfilling boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select s.tenant_id, s.shop_id, s.stream,
           s.current_at is not null and s.backfilled_at is null
             and (s.expected_rows is null or s.expected_rows - s.rows > 5000)
      from collector.stream s
     where s.next_run_at <= now() and (s.lease_expires_at is null or s.lease_expires_at < now())
     order by s.next_run_at
     limit p_max_streams;
end $$;
revoke all on function collector.due_streams(integer) from public;
grant execute on function collector.due_streams(integer) to seller_connect_app;

-- Returns streams with due hints, longest wait first. A stream whose last sync failed waits for its next one, which
-- fetches everything. Reads no more than the longest waiting hints, two for each stream that is asked for: a storm of
-- pushes has many more. The settings keep the planner to the order of the index: it expects few rows, and would read
-- all due hints, or all streams.
create function collector.hinted_streams(p_max_streams integer)
  returns table (tenant_id uuid, shop_id uuid, stream text)
  language plpgsql stable security definer set search_path = ''
  set enable_hashjoin = off set enable_mergejoin = off set enable_sort = off set enable_bitmapscan = off
  as $$
begin
  return query
    select w.tenant_id, w.shop_id, w.stream
      from (
        select s.tenant_id, s.shop_id, s.stream, h.due_at
          from collector.hint h
          join collector.stream s on s.tenant_id = h.tenant_id and s.shop_id = h.shop_id and s.stream = h.stream
         where h.due_at <= now() and s.next_run_at is not null and s.current_at is not null and s.failures = 0
           and (s.lease_expires_at is null or s.lease_expires_at < now())
         order by h.due_at
         limit 2 * p_max_streams
      ) w
     group by w.tenant_id, w.shop_id, w.stream
     order by min(w.due_at)
     limit p_max_streams;
end $$;
revoke all on function collector.hinted_streams(integer) from public;
grant execute on function collector.hinted_streams(integer) to seller_connect_app;

-- Deletes hints of shops that are not synced any more.
create function collector.purge_hints(p_before timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from collector.hint h where h.enqueued_at < p_before;
end $$;
revoke all on function collector.purge_hints(timestamptz) from public;
grant execute on function collector.purge_hints(timestamptz) to seller_connect_app;

-- Returns the next tenant with raw pages, for the job that deletes old ones.
create function collector.next_raw_tenant(p_after uuid) returns table (tenant_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select p.tenant_id from collector.raw_page p
     where p_after is null or p.tenant_id > p_after
     order by p.tenant_id limit 1;
end $$;
revoke all on function collector.next_raw_tenant(uuid) from public;
grant execute on function collector.next_raw_tenant(uuid) to seller_connect_app;

-- Returns the next tenant with raw pages that are not redacted.
create function collector.next_unredacted_tenant(p_after uuid) returns table (tenant_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select p.tenant_id from collector.raw_page p
     where not p.redacted and (p_after is null or p.tenant_id > p_after)
     order by p.tenant_id limit 1;
end $$;
revoke all on function collector.next_unredacted_tenant(uuid) from public;
grant execute on function collector.next_unredacted_tenant(uuid) to seller_connect_app;

-- Counts streams by state with their longest wait, for the operator's metrics. Names no shop.
create function collector.backlog()
  returns table (stream text, state text, streams bigint, max_wait_seconds double precision)
  language sql stable security definer set search_path = ''
  as $$
    select w.stream, w.state, count(*), coalesce(max(w.waits), 0)
      from (
        select s.stream,
               case
                 when s.lease_expires_at >= now() then 'reading'
                 when s.next_run_at is null then s.state
                 when s.failures > 0 then 'failing'
                 when s.next_run_at > now() then 'resting'
                 when s.current_at is not null and s.backfilled_at is null then 'history_due'
                 else 'due'
               end as state,
               case when s.next_run_at <= now() and (s.lease_expires_at is null or s.lease_expires_at < now())
                 then extract(epoch from now() - s.next_run_at) end as waits
          from collector.stream s
      ) w
     group by 1, 2
  $$;
revoke all on function collector.backlog() from public;
grant execute on function collector.backlog() to seller_connect_app;
