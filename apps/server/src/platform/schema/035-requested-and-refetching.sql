-- contract: needs 001
-- Values are renamed: `asked` to `requested`, the phase `asking` to `refetching`. The checks allow both, so that versions
-- with the old names run beside those with the new ones; the marker is the lowest, because only checks are widened.
alter table collector.run drop constraint run_kind_check;
alter table collector.run
  add constraint run_kind_check check (kind in ('requested', 'scheduled', 'asked'));
alter table collector.run alter column kind set default 'requested';

alter table privacy.erasure drop constraint erasure_reason_check;
alter table privacy.erasure
  add constraint erasure_reason_check check (reason in ('requested', 'disconnected', 'account_removed', 'asked'));

alter table reporting.recon_progress drop constraint recon_progress_phase_check;
alter table reporting.recon_progress
  add constraint recon_progress_phase_check check (phase in ('reading', 'comparing', 'refetching', 'asking'));
