-- What to look at soon, because a partner said that something happened there: at most one row for each thing,
-- however often it was told. The empty id stands for "something of this kind, nobody knows which".
create table collector.hint (
  tenant_id uuid not null,
  shop_id uuid not null,
  stream text not null,
  external_id text not null,
  -- How often it was told: what is told while it is being read has to be read once more.
  told integer not null default 1,
  -- How often it was read and did not show the change yet.
  attempts integer not null default 0,
  -- When the partner says that it changed.
  changed_at timestamptz,
  told_at timestamptz not null,
  due_at timestamptz not null,
  primary key (tenant_id, shop_id, stream, external_id)
);
create index hint_due on collector.hint (tenant_id, due_at);
select platform.protect('collector.hint');

alter table collector.stream
  -- When something was last read because a partner had told of it.
  add column hinted_at timestamptz,
  -- Readings of changes in a row that found nothing which the partner had not told of.
  add column quiet integer not null default 0;

-- Which streams of any tenant have something to look at, by the same rights as `due_streams`. One whose last
-- reading failed waits for its next one, which brings everything.
create policy due on collector.hint for select to current_user using (true);
create policy forget on collector.hint for delete to current_user using (true);

create function collector.hinted_streams(most integer)
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
     limit most
  $$;
revoke all on function collector.hinted_streams(integer) from public;
grant execute on function collector.hinted_streams(integer) to seller_connect_app;

-- Hints of shops that nobody reads any more.
create function collector.forget_hints(p_before timestamptz) returns void
  language sql security definer set search_path = ''
  as $$ delete from collector.hint h where h.told_at < p_before $$;
revoke all on function collector.forget_hints(timestamptz) from public;
grant execute on function collector.forget_hints(timestamptz) to seller_connect_app;
