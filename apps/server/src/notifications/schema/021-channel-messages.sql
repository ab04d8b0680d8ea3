-- The key pair that identifies this installation to push services (RFC 8292). One row; empty if the settings have it.
create table notifications.push_key (
  only_row boolean primary key default true check (only_row),
  -- Scalar of the private key, sealed by the vault. The public key follows from it.
  sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null
);
grant select, insert, update on notifications.push_key to seller_connect_app;

-- Browsers in which an account is notified.
create table notifications.push_subscription (
  tenant_id uuid not null,
  subscription_id uuid not null,
  account_id text not null,
  -- Whoever knows it and has the installation's key can send to the browser.
  endpoint text not null,
  -- The browser's public key and secret, for the encryption of messages (RFC 8291).
  p256dh text not null,
  auth text not null,
  -- The installation's public key that the browser was given; push services refuse messages signed by another one.
  server_key text not null,
  -- Browser and system, such as `Chrome, Windows`.
  device text not null,
  -- The sign-in that it ends with; null if an outside identity provider does not name one.
  sign_in_id text,
  -- Messages of a day, which are limited.
  counted_on date not null,
  messages integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, subscription_id),
  unique (tenant_id, account_id, endpoint)
);
select platform.protect('notifications.push_subscription');

-- Outbox of notifications to a device. A row is deleted once it is sent, refused or not needed any more.
create table notifications.channel_message (
  tenant_id uuid not null,
  message_id uuid not null,
  channel text not null,
  account_id text not null,
  event_id uuid not null,
  -- The subscription.
  target_id uuid not null,
  attempts integer not null,
  -- While a process sends it: when another one may try.
  next_try_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, message_id),
  unique (tenant_id, event_id, target_id),
  foreign key (tenant_id, event_id) references notifications.event (tenant_id, event_id) on delete cascade
);
select platform.protect('notifications.channel_message');

-- Returns tenants with due messages of the channels that the calling release knows.
create policy due on notifications.channel_message for select to current_user using (true);

create function notifications.tenants_with_messages(p_channels text[], p_limit integer)
  returns table (tenant_id uuid)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return query
    select distinct m.tenant_id from notifications.channel_message m
     where m.next_try_at <= now() and m.channel = any(p_channels)
     limit p_limit;
end $$;
revoke all on function notifications.tenants_with_messages(text[], integer) from public;
grant execute on function notifications.tenants_with_messages(text[], integer) to seller_connect_app;
