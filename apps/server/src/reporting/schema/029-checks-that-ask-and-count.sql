-- A check that has compared may ask the marketplace for orders that differ.
alter table reporting.recon_progress drop constraint recon_progress_phase_check;
alter table reporting.recon_progress
  add constraint recon_progress_phase_check check (phase in ('reading', 'comparing', 'asking'));

-- Pieces of an order, where they differ.
alter table reporting.recon_difference
  add column file_quantity integer,
  add column our_quantity integer;
