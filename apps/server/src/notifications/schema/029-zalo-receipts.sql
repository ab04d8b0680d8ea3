-- When Zalo sent the first message since the last receipt of a number, and the time of that receipt: both by Zalo's clock.
alter table notifications.zalo_phone
  add column awaiting_since timestamptz,
  add column received_at timestamptz;
