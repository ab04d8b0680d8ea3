-- How far the comparing of a file is, for whoever sent it and asks: any process may be asked. Gone with its end.
create table reporting.recon_progress (
  tenant_id uuid not null,
  upload_id uuid not null,
  told_at timestamptz not null,
  phase text not null check (phase in ('reading', 'comparing')),
  done integer not null,
  total integer,
  primary key (tenant_id, upload_id)
);
select platform.protect('reporting.recon_progress');
