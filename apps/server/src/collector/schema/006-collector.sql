-- What is fetched from each linked shop, how far, and the proof of it.

-- Streams of shops with their leases, schedules and cursors.
create table collector.stream (
  tenant_id uuid not null,
  shop_id uuid not null,
  -- Which streams there are is defined in the contract.
  stream text not null check (stream ~ '^[a-z_]{1,40}$'),
  state text not null check (state in ('waiting', 'syncing', 'up_to_date', 'needs_you', 'paused')),
  -- A worker leases the stream until leased_until. `fencing_token` is that of the lease: a page is committed only under
  -- the newest, so that a worker that was cut off and comes back can change nothing.
  fencing_token bigint not null default 0,
  leased_until timestamptz,
  -- Null: nothing to do until somebody acts.
  next_run_at timestamptz,
  -- When somebody last asked for a sync; one that was under way by then does not answer it.
  requested_at timestamptz not null,
  failures integer not null default 0,
  problem text,
  problem_retry_at timestamptz,
  rows bigint not null default 0,
  expected_rows bigint,
  -- The partner counts nothing: expected_rows was estimated from samples.
  is_estimate boolean not null default false,
  progress double precision,
  last_succeeded_at timestamptz,
  -- Everything that had happened by then is committed, as far back as the windows reach.
  current_at timestamptz,
  -- Where the next page starts, for streams without windows.
  checkpoint text,
  -- Orders only. Everything placed from `frontier` on has a row in the window ledger.
  planned_at timestamptz,
  first_order_at timestamptz,
  frontier timestamptz,
  window_ms bigint,
  -- Changes up to here are committed.
  watermark timestamptz,
  backfilled_at timestamptz,
  -- When something was last fetched because of a partner's push.
  hinted_at timestamptz,
  -- Syncs of changes in a row that found nothing which the partner had not pushed.
  quiet integer not null default 0,
  -- Days that were over by then have been counted once more: what a partner shows late is found so.
  recounted_at timestamptz,
  primary key (tenant_id, shop_id, stream)
);
-- What is due is asked for over all tenants, each second by each worker; an index that begins with the tenant would be read
-- through as a whole.
create index stream_next_run on collector.stream (next_run_at) where next_run_at is not null;
select platform.protect('collector.stream');

-- The window ledger: completeness is claimed per window, with the partner's count and ours.
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
  -- The partner's own total when the window was opened, and when it was counted again at its end.
  expected bigint,
  recounted bigint,
  -- Distinct orders of the window that are stored, as orders or as rejects.
  stored bigint,
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

-- Verbatim answers, append only: the items of one commit, compressed together (Zstandard over the items' texts with a NUL
-- between them).
create table collector.raw_page (
  tenant_id uuid not null,
  shop_id uuid not null,
  page_id uuid not null,
  stream text not null,
  fetched_at timestamptz not null,
  items integer not null,
  -- How many items at the end of the page are bookings of the money ledger. The ledger knows which of them are stored, so
  -- they have no rows in raw_item: most items of a shop are bookings, and none is looked up by its name.
  bookings integer not null default 0,
  -- True for pages that hold nothing that tells who a buyer is. A job rewrites the others, a few at a time.
  redacted boolean not null default false,
  content bytea storage external not null,
  primary key (tenant_id, shop_id, page_id)
);
create index raw_page_unredacted on collector.raw_page (tenant_id, shop_id, page_id) where not redacted;
-- Pages older than the retention are deleted with their items.
create index raw_page_age on collector.raw_page (tenant_id, fetched_at);
select platform.protect('collector.raw_page');

-- One row per version of an item; `position` is its index in its page.
create table collector.raw_item (
  tenant_id uuid not null,
  shop_id uuid not null,
  page_id uuid not null,
  content_hash uuid not null,
  partner_updated_at timestamptz,
  position integer not null,
  -- One row for an order and its items, which are fetched together and change together: the order is at the position, its
  -- items at the next one.
  with_items boolean not null default false,
  entity text not null,
  external_id text not null,
  primary key (tenant_id, shop_id, entity, external_id, content_hash)
);
create index raw_item_page on collector.raw_item (tenant_id, shop_id, page_id);
select platform.protect('collector.raw_item');

-- Items that could not be parsed: stored, counted and shown; deleted once a later sync succeeds.
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

-- Items to fetch soon, because a partner pushed a change: at most one row for each item, however often it was pushed. The
-- empty id stands for "an item of this stream, not known which".
create table collector.hint (
  tenant_id uuid not null,
  shop_id uuid not null,
  stream text not null,
  external_id text not null,
  -- Raised by each push: an item that is pushed while it is being fetched is fetched once more.
  revision integer not null default 1,
  -- How often it was fetched and did not show the change yet.
  attempts integer not null default 0,
  -- When it changed, by the partner.
  changed_at timestamptz,
  enqueued_at timestamptz not null,
  due_at timestamptz not null,
  -- A hint of our own asks for an order again and does not count as a partner's push.
  is_ours boolean not null default false,
  primary key (tenant_id, shop_id, stream, external_id)
);
-- Asked for over all tenants, as stream_next_run.
create index hint_next on collector.hint (due_at);
select platform.protect('collector.hint');

-- The history of syncs. Scheduled syncs of a shop within an hour are one run, and one that found nothing new goes on for up
-- to a day: there are hundreds of them, and a person reads the history.
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
create index run_scheduled on collector.run (tenant_id, finished_at) where kind = 'scheduled';
select platform.protect('collector.run');

-- What a run did for each stream.
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

-- The functions below work across tenants. They run as the owner, whom row-level security binds too; these policies let the
-- owner alone read, and delete hints.
create policy due on collector.stream for select to current_user using (true);
create policy due on collector.hint for select to current_user using (true);
create policy purge on collector.hint for delete to current_user using (true);
create policy upkeep on collector.raw_page for select to current_user using (true);

-- Returns streams that are due. `is_filling`: the stream backfills a long history, its newest days being committed; such
-- work has a queue of its own, so that no other stream waits behind it.
create function collector.due_streams(p_max_streams integer)
  returns table (tenant_id uuid, shop_id uuid, stream text, is_filling boolean)
  language sql stable security definer set search_path = ''
  as $$
    select s.tenant_id, s.shop_id, s.stream,
           s.current_at is not null and s.backfilled_at is null
             and (s.expected_rows is null or s.expected_rows - s.rows > 5000)
      from collector.stream s
     where s.next_run_at <= now() and (s.leased_until is null or s.leased_until < now())
     order by s.next_run_at
     limit p_max_streams
  $$;
revoke all on function collector.due_streams(integer) from public;
grant execute on function collector.due_streams(integer) to seller_connect_app;

-- Returns streams with hints that are due. A stream whose last sync failed waits for its next one, which brings everything.
create function collector.hinted_streams(p_max_streams integer)
  returns table (tenant_id uuid, shop_id uuid, stream text)
  language sql stable security definer set search_path = ''
  as $$
    select s.tenant_id, s.shop_id, s.stream
      from collector.hint h
      join collector.stream s on s.tenant_id = h.tenant_id and s.shop_id = h.shop_id and s.stream = h.stream
     where h.due_at <= now() and s.next_run_at is not null and s.current_at is not null and s.failures = 0
       and (s.leased_until is null or s.leased_until < now())
     group by s.tenant_id, s.shop_id, s.stream
     order by min(h.due_at)
     limit p_max_streams
  $$;
revoke all on function collector.hinted_streams(integer) from public;
grant execute on function collector.hinted_streams(integer) to seller_connect_app;

-- Deletes hints of shops that are not synced any more.
create function collector.purge_hints(p_before timestamptz) returns void
  language sql security definer set search_path = ''
  as $$ delete from collector.hint h where h.enqueued_at < p_before $$;
revoke all on function collector.purge_hints(timestamptz) from public;
grant execute on function collector.purge_hints(timestamptz) to seller_connect_app;

-- Returns the next tenant with raw pages, for the job that deletes old ones.
create function collector.next_raw_tenant(p_after uuid) returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    select p.tenant_id from collector.raw_page p
     where p_after is null or p.tenant_id > p_after
     order by p.tenant_id limit 1
  $$;
revoke all on function collector.next_raw_tenant(uuid) from public;
grant execute on function collector.next_raw_tenant(uuid) to seller_connect_app;

-- Returns the next tenant with raw pages that are not redacted.
create function collector.next_unredacted_tenant(p_after uuid) returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    select p.tenant_id from collector.raw_page p
     where not p.redacted and (p_after is null or p.tenant_id > p_after)
     order by p.tenant_id limit 1
  $$;
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
                 when s.leased_until >= now() then 'reading'
                 when s.next_run_at is null then s.state
                 when s.failures > 0 then 'failing'
                 when s.next_run_at > now() then 'resting'
                 when s.current_at is not null and s.backfilled_at is null then 'history_due'
                 else 'due'
               end as state,
               case when s.next_run_at <= now() and (s.leased_until is null or s.leased_until < now())
                 then extract(epoch from now() - s.next_run_at) end as waits
          from collector.stream s
      ) w
     group by 1, 2
  $$;
revoke all on function collector.backlog() from public;
grant execute on function collector.backlog() to seller_connect_app;
