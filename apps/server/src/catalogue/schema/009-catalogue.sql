-- Brands of the company's catalogue.
create table catalogue.brand (
  tenant_id uuid not null,
  -- Normalized by the program: A-Z, 0-9, - and _.
  code text not null,
  name text not null,
  -- Search key without diacritics and letter case.
  name_key text not null,
  status text not null check (status in ('Active', 'Inactive')),
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, code)
);
create index brand_by_name on catalogue.brand (tenant_id, name collate "vi-x-icu", code);
select platform.protect('catalogue.brand');

-- One row per version of a brand, with its author and the old and new values. The first version has no old values.
create table catalogue.brand_change (
  tenant_id uuid not null,
  code text not null,
  version integer not null,
  changed_at timestamptz not null,
  changed_by text not null,
  -- The author's name at that time, because accounts belong to the identity provider.
  changed_by_name text not null,
  old_name text,
  old_status text,
  new_name text not null,
  new_status text not null,
  primary key (tenant_id, code, version)
);
select platform.protect('catalogue.brand_change');
