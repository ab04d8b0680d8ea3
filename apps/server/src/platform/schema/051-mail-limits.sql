-- Letters about accounts go out before all others: links in them run out, and people wait for them.
alter table platform.mail add column priority smallint not null
  generated always as (case when kind like 'identity.%' then 0 else 1 end) stored;
drop index platform.mail_due;
create index mail_due on platform.mail (priority, next_attempt_at);

-- How many letters of teams were handed in on a day (UTC), by SHA-256 of the team, or of kind and recipient. No address is
-- kept.
create table platform.mail_count (
  day date not null,
  key bytea not null,
  letters integer not null,
  primary key (day, key)
);

drop function platform.queue_letter(uuid, text, jsonb, timestamptz, timestamptz);
-- As before, within limits of a day: 500 letters of one team, 30 of one kind to one address. False when one is reached. A
-- team beyond its limit counts for no recipient, so that it uses up nothing that other teams need.
create function platform.queue_letter(
  p_id uuid, p_kind text, p_data jsonb, p_now timestamptz, p_expires_at timestamptz, p_recipient text
) returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tenant text := nullif(current_setting('app.tenant_id', true), '');
  today date := (p_now at time zone 'UTC')::date;
  counted integer;
begin
  if p_kind like 'identity.%' then
    raise exception 'letters about accounts are the identity provider''s own';
  end if;
  if tenant is null then
    raise exception 'a letter has to be of a team';
  end if;
  insert into platform.mail_count as c (day, key, letters)
    values (today, sha256(convert_to('team ' || tenant, 'UTF8')), 1)
    on conflict (day, key) do update set letters = c.letters + 1 returning letters into counted;
  if counted > 500 then
    return false;
  end if;
  if counted = 1 then
    delete from platform.mail_count where day < today;
  end if;
  insert into platform.mail_count as c (day, key, letters)
    values (today, sha256(convert_to(p_kind || ' ' || lower(p_recipient), 'UTF8')), 1)
    on conflict (day, key) do update set letters = c.letters + 1 returning letters into counted;
  if counted > 30 then
    return false;
  end if;
  insert into platform.mail (id, kind, data, next_attempt_at, expires_at, created_at)
    values (p_id, p_kind, p_data, p_now, p_expires_at, p_now);
  return true;
end $$;
revoke all on function platform.queue_letter(uuid, text, jsonb, timestamptz, timestamptz, text) from public;
grant execute on function platform.queue_letter(uuid, text, jsonb, timestamptz, timestamptz, text)
  to seller_connect_app;
