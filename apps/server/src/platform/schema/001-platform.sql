-- Helpers for the schema files of all domains, check values of vault keys, outgoing emails and table statistics. Each
-- domain has a PostgreSQL schema of its own. The program's roles own no tables.

-- Confines a table to the tenant of the transaction. After a transaction that used SET LOCAL, the setting is an empty
-- string for the rest of the session, and casting that to uuid fails; hence the nullif.
create function platform.protect(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
       with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', target);
  execute format('grant select, insert, update, delete on %s to seller_connect_app', target);
end $$;

-- Confines the rest of the transaction to a tenant. Uses the text form, not set_config(): an engine distributed by tenant
-- forwards only this form to its nodes.
create function platform.set_tenant(p_tenant_id uuid) returns void language plpgsql as $$
begin
  execute format('set local app.tenant_id = %L', p_tenant_id);
end $$;

-- Grants access to a table to the identity provider's role only. Its rows belong to accounts, not to tenants.
create function platform.grant_identity(target regclass) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on %s to seller_connect_identity', target);
end $$;

-- One row per key that wraps stored secrets. The check value is derived from the key, so a start with a wrong key under
-- a known name fails before anything is written. Contains no secret and no tenant's data.
create table platform.vault_key (
  key_id text primary key,
  check_value bytea not null,
  first_used_at timestamptz not null
);
grant select, insert on platform.vault_key to seller_connect_app, seller_connect_identity;

-- Outgoing emails: the data of each, never its text. The text, with any secret in it, is composed when the email is
-- sent and is not stored.
create table platform.mail (
  id uuid primary key,
  kind text not null,
  data jsonb not null,
  attempts integer not null default 0,
  -- While a process sends the email: when its lease expires.
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- Emails about accounts go first, because their links expire and users wait for them.
  priority smallint not null generated always as (case when kind like 'identity.%' then 0 else 1 end) stored
);
create index mail_due on platform.mail (priority, next_attempt_at);
select platform.grant_identity('platform.mail');

-- Emails of demo mode without a mail server, for the mailbox page.
create table platform.mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);
create index mailbox_newest on platform.mailbox (created_at);
select platform.grant_identity('platform.mailbox');

-- Emails that teams queued per day (UTC). The key is the SHA-256 of the team, or of kind and recipient; no address is
-- stored.
create table platform.mail_count (
  day date not null,
  key bytea not null,
  emails integer not null,
  primary key (day, key)
);

-- Queues an email of the transaction's team. The product's role can neither read nor delete queued emails. Limits per
-- day: 500 emails of one team, 30 of one kind to one address. Returns false when one is reached. Emails of a team
-- beyond its own limit do not count for the recipient, so a team cannot use up the limit of others.
create function platform.queue_email(
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
    delete from platform.mail_count where day < today;
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
revoke all on function platform.queue_email(uuid, text, jsonb, timestamptz, timestamptz, text) from public;
grant execute on function platform.queue_email(uuid, text, jsonb, timestamptz, timestamptz, text)
  to seller_connect_app;

-- Analyzes tables that have grown to several times their size since they were last analyzed, with a small sample.
-- Autovacuum does so only a minute or two later, and the first shop is fetched in less. Until then, plans are made for
-- empty tables, for which all indexes cost the same, and cached.
create function platform.count_grown_tables() returns setof text
language plpgsql security definer
set search_path = pg_catalog, pg_temp set default_statistics_target = 20 as $$
declare
  grown text;
begin
  -- Returns if another process is analyzing.
  if not pg_try_advisory_xact_lock(hashtext('platform.count_grown_tables')) then
    return;
  end if;
  for grown in
    select format('%I.%I', n.nspname, c.relname)
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('collector', 'reporting')
       and pg_relation_size(c.oid) / current_setting('block_size')::bigint > 4 * greatest(c.relpages, 12)
  loop
    execute 'analyze (skip_locked) ' || grown;
    return next grown;
  end loop;
end $$;
revoke all on function platform.count_grown_tables() from public;
grant execute on function platform.count_grown_tables() to seller_connect_app;
