-- Checks of the report against a file that a seller exported from the seller centre. The file is not kept.
create table reporting.recon_check (
  tenant_id uuid not null,
  check_id uuid not null,
  shop_id uuid not null,
  checked_at timestamptz not null,
  checked_by text not null,
  -- What the check found, as the contract's reconciliation without the names of the shop and the person.
  result jsonb not null,
  primary key (tenant_id, check_id)
);
select platform.protect('reporting.recon_check');

-- The orders that differ. Nothing of the buyer is in them.
create table reporting.recon_difference (
  tenant_id uuid not null,
  check_id uuid not null,
  position integer not null,
  shop_id uuid,
  order_id text not null,
  kind text not null,
  reason text not null,
  file_amount_e4 bigint,
  our_amount_e4 bigint,
  effect_e4 bigint not null,
  file_status text,
  our_stage text,
  file_day date,
  our_day date,
  primary key (tenant_id, check_id, position)
);
select platform.protect('reporting.recon_difference');
