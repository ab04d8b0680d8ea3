-- An access opens nothing from then on; null for one without an end.
alter table reporting.access add column expires_at timestamptz;
