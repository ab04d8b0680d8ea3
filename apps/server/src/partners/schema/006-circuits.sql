-- Shops whose calls fail again and again are left alone for a while, and then one call finds out whether they answer.
create table partners.shop_circuit (
  tenant_id uuid not null,
  shop_id uuid not null,
  state text not null check (state in ('closed', 'open', 'half_open')),
  -- In a row, since `failing_since`.
  failures integer not null,
  failing_since timestamptz not null,
  -- Open: nothing is asked before. Half open: one call is under way, and if it does not come back, another from then on.
  probe_at timestamptz,
  -- In a row: each rest is longer than the one before.
  openings integer not null default 0,
  primary key (tenant_id, shop_id)
);
select platform.protect('partners.shop_circuit');

-- The same of a partner as a whole. Outside tenancy: whether a partner answers is known from every seller's calls.
create table partners.partner_circuit (
  partner text primary key,
  state text not null check (state in ('closed', 'open', 'half_open')),
  failures integer not null default 0,
  probe_at timestamptz,
  openings integer not null default 0,
  -- Shops that it failed since it last answered, up to a few.
  failing text[] not null default '{}',
  -- When it last answered any shop, to some seconds, and when it last did so after having been away.
  answered_at timestamptz,
  recovered_at timestamptz
);
grant select, insert, update, delete on partners.partner_circuit to seller_connect_app;
