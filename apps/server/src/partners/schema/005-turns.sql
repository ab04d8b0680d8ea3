-- Turns of a bucket lie on a time line that has room for exactly the quota in each of its seconds. A partner counts calls by
-- the second, and one that leaves late falls into the next: so the turns of a second come in its first part, and the rest of
-- it is left for those that are late. `lead` and `spread` are shares of a second: where that part starts and how long it is.

-- The first turn of the time line that is not before the moment.
create function partners.turn_at(moment timestamptz, lead float8, spread float8) returns timestamptz
language sql immutable as $$
  select date_trunc('second', moment, 'UTC') + interval '1 second' * least(1, greatest(0,
    (extract(epoch from moment - date_trunc('second', moment, 'UTC'))::float8 - lead) / spread))
$$;
-- When a turn of the time line comes.
create function partners.moment_of(turn timestamptz, lead float8, spread float8) returns timestamptz
language sql immutable as $$
  select date_trunc('second', turn, 'UTC') + interval '1 second' * (lead
    + extract(epoch from turn - date_trunc('second', turn, 'UTC'))::float8 * spread)
$$;

-- Takes the next free turn of a bucket, one interval after the one before it, whichever process has that; nobody starts
-- before a ban of the bucket, or of the bucket over it, ends. Turns are handed out in the order of asking; a bucket that is
-- idle gives one at once. Nothing is taken, and `wait_ms` is null, when the turn would come later than `longest_ms`. The
-- time is the database's. The commit does not wait for the disk: a crash of the database lasts longer than the turns of its
-- last moments reach.
create function partners.take_turn(
  p_bucket text, p_over text, p_interval_us float8, p_longest_ms float8, p_lead float8, p_spread float8)
-- Until the turn comes, until the second that it is counted in ends, and until one would have come that was not taken.
returns table (wait_ms float8, good_ms float8, ban_ms float8)
language plpgsql as $$
declare
  known partners.call_bucket;
  moment timestamptz;
  rests_until timestamptz;
  turn timestamptz;
  starts_at timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  select * into known from partners.call_bucket b where b.bucket = p_bucket for update;
  if not found then
    insert into partners.call_bucket (bucket, next_at, asked_at, paused_until)
      values (p_bucket, 'epoch', 'epoch', 'epoch') on conflict do nothing;
    select * into known from partners.call_bucket b where b.bucket = p_bucket for update;
  end if;
  select greatest(known.paused_until, max(o.paused_until)) into rests_until
    from partners.call_bucket o where o.bucket = p_over;
  -- Only now: the row may have been locked by others for a while.
  moment := clock_timestamp();
  turn := greatest(known.next_at, partners.turn_at(greatest(moment, rests_until), p_lead, p_spread));
  -- Also in the part of a second that has no turns: then it is counted in the next second as well.
  starts_at := case when greatest(known.next_at, rests_until) <= moment then moment
    else partners.moment_of(turn, p_lead, p_spread) end;
  if starts_at > moment + p_longest_ms * interval '1 millisecond' then
    return query select null::float8, null::float8, extract(epoch from starts_at - moment)::float8 * 1000;
    return;
  end if;
  update partners.call_bucket b
    set next_at = turn + p_interval_us * interval '1 microsecond', asked_at = moment
    where b.bucket = p_bucket;
  return query select greatest(0, extract(epoch from starts_at - moment)::float8 * 1000),
    extract(epoch from date_trunc('second', turn, 'UTC') + interval '1 second' - moment)::float8 * 1000,
    null::float8;
end $$;
