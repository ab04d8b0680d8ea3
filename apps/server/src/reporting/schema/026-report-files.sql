-- Files attached to the emails of a scheduled report.
alter table reporting.report_schedule add column files text[] not null default '{csv,xlsx}'
  check (files <@ '{csv,xlsx,pdf}');
