-- Deletes the counts of earlier days in parts. The first email of each team's day did so with one statement for all of
-- them: it read the whole table when most of its rows were old, and teams waited for each other.
create or replace function platform.queue_email(
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
  insert into platform.mail_count as c (day, key, emails)
    values (today, sha256(convert_to('team ' || tenant, 'UTF8')), 1)
    on conflict (day, key) do update set emails = c.emails + 1 returning emails into counted;
  if counted > 500 then
    return false;
  end if;
  if counted = 1 then
    delete from platform.mail_count where ctid = any (array(
      select ctid from platform.mail_count where day < today order by day, key limit 200 for update skip locked));
  end if;
  insert into platform.mail_count as c (day, key, emails)
    values (today, sha256(convert_to(p_kind || ' ' || lower(p_recipient), 'UTF8')), 1)
    on conflict (day, key) do update set emails = c.emails + 1 returning emails into counted;
  if counted > 30 then
    return false;
  end if;
  insert into platform.mail (id, kind, data, next_attempt_at, expires_at, created_at)
    values (p_id, p_kind, p_data, p_now, p_expires_at, p_now);
  return true;
end $$;
