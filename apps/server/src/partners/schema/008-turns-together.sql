-- Turns in several buckets by one statement, in their order: a call takes one of its shop, and then of its application. It
-- ends with the first that has to be waited for or that is not given, for none may be kept by a call that waits elsewhere.
create function partners.take_turns(
  p_buckets text[], p_overs text[], p_interval_us float8[], p_longest_ms float8, p_lead float8[], p_spread float8[])
-- As `take_turn`, a row for each bucket that was asked, in their order.
returns table (place integer, wait_ms float8, good_ms float8, ban_ms float8)
language plpgsql as $$
begin
  for place in 1 .. cardinality(p_buckets) loop
    select turn.wait_ms, turn.good_ms, turn.ban_ms into wait_ms, good_ms, ban_ms
      from partners.take_turn(p_buckets[place], p_overs[place], p_interval_us[place], p_longest_ms,
        p_lead[place], p_spread[place]) turn;
    take_turns.place := place;
    return next;
    exit when wait_ms is null or wait_ms >= 1;
  end loop;
end $$;
