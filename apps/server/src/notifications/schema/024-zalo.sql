-- Tokens of the operator's Official Account at Zalo. One row; none if the settings name no account.
create table notifications.zalo_token (
  only_row boolean primary key default true check (only_row),
  -- Hash of the refresh token of the settings that the row began with. Another one in the settings replaces the row.
  seed_hash bytea not null,
  -- Grows with each refresh.
  revision integer not null,
  -- Both tokens, sealed by the vault.
  sealed bytea not null,
  key_id text not null,
  expires_at timestamptz not null,
  -- Set while a process refreshes: a refresh token is valid once.
  lease_expires_at timestamptz,
  failed_at timestamptz
);
grant select, insert, update on notifications.zalo_token to seller_connect_app;

-- Telephone numbers at which accounts are notified by Zalo.
create table notifications.zalo_phone (
  tenant_id uuid not null,
  account_id text not null,
  phone_id uuid not null,
  -- E.164.
  phone text not null,
  -- Null until the code was entered. Nothing else is sent before that.
  confirmed_at timestamptz,
  code_hash bytea,
  code_expires_at timestamptz,
  guesses integer not null default 0,
  -- Why the last message was refused; null after one was accepted.
  problem text check (problem in ('no_zalo', 'refused', 'out_of_quota')),
  -- Muted by the link in a message, or because every further message would be refused.
  is_off boolean not null default false,
  -- Messages of a day, which are limited.
  counted_on date not null default current_date,
  messages integer not null default 0,
  primary key (tenant_id, account_id)
);
select platform.protect('notifications.zalo_phone');

-- Codes of a day by number or account, keyed by hash. Only `count_code` accesses it.
create table notifications.code_count (
  day date not null,
  key bytea not null,
  codes integer not null,
  primary key (day, key)
);

-- Counts a code to a number that an account has asked for. Returns false beyond five a day for either of them.
create function notifications.count_code(p_phone text, p_account text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today date := (now() at time zone 'UTC')::date;
  max_codes integer;
begin
  delete from notifications.code_count where day < today;
  with counted as (
    insert into notifications.code_count as c (day, key, codes)
      values (today, sha256(convert_to('phone ' || p_phone, 'UTF8')), 1),
             (today, sha256(convert_to('account ' || p_account, 'UTF8')), 1)
      on conflict (day, key) do update set codes = c.codes + 1 returning codes)
  select max(codes) into max_codes from counted;
  return max_codes <= 5;
end $$;
revoke all on function notifications.count_code(text, text) from public;
grant execute on function notifications.count_code(text, text) to seller_connect_app;
