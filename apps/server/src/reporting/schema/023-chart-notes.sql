-- What a team writes about a day, such as a livestream: of all of its shops, or of one.
create table reporting.chart_note (
  tenant_id uuid not null,
  chart_note_id uuid not null,
  day date not null,
  -- Null for all shops of the team.
  shop_id uuid,
  body text not null check (length(body) between 1 and 200),
  -- Who wrote it last; null once the account has left the team.
  author_id text,
  changed_at timestamptz not null,
  primary key (tenant_id, chart_note_id)
);
create index chart_note_by_day on reporting.chart_note (tenant_id, day);
select platform.protect('reporting.chart_note');
