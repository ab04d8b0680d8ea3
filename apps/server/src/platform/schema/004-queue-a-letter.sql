-- Letters of a seller's team go out with those of the identity provider. The product's role may hand one in, in the
-- transaction of what it is about, and can neither read nor take away what waits there.
create function platform.queue_letter(p_id uuid, p_kind text, p_data jsonb, p_now timestamptz, p_expires_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_kind like 'identity.%' then
    raise exception 'letters about accounts are the identity provider''s own';
  end if;
  insert into platform.mail (id, kind, data, next_attempt_at, expires_at, created_at)
    values (p_id, p_kind, p_data, p_now, p_expires_at, p_now);
end $$;
revoke all on function platform.queue_letter(uuid, text, jsonb, timestamptz, timestamptz) from public;
grant execute on function platform.queue_letter(uuid, text, jsonb, timestamptz, timestamptz) to seller_connect_app;
