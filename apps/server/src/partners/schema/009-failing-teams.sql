-- A partner is away when it fails the shops of two teams or more: one team alone must not stop it for all others.
update partners.partner_circuit set failing = '{}';
comment on column partners.partner_circuit.failing is
  'Teams whose shops it failed since it last answered, up to a few.';
