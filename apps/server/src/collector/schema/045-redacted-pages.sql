-- Raw pages hold nothing that tells who a buyer is. Pages from before that rule are rewritten by a job, a few at a time.
alter table collector.raw_page add column redacted boolean not null default false;
create index raw_page_unredacted on collector.raw_page (tenant_id, shop_id, page_id) where not redacted;
-- Pages older than the retention are deleted with their items.
create index raw_page_age on collector.raw_page (tenant_id, fetched_at);
create index raw_item_page on collector.raw_item (tenant_id, shop_id, page_id);

-- The next tenant that has raw pages, or pages to be rewritten, for the jobs that go through all of them. They run as the
-- owner, whom row-level security binds too; this policy lets the owner read, and nobody else is it.
create policy upkeep on collector.raw_page for select to current_user using (true);
create function collector.next_raw_tenant(p_after uuid) returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    select p.tenant_id from collector.raw_page p
     where p_after is null or p.tenant_id > p_after
     order by p.tenant_id limit 1
  $$;
create function collector.next_unredacted_tenant(p_after uuid) returns table (tenant_id uuid)
  language sql stable security definer set search_path = ''
  as $$
    select p.tenant_id from collector.raw_page p
     where not p.redacted and (p_after is null or p.tenant_id > p_after)
     order by p.tenant_id limit 1
  $$;
revoke all on function collector.next_raw_tenant(uuid) from public;
revoke all on function collector.next_unredacted_tenant(uuid) from public;
grant execute on function collector.next_raw_tenant(uuid) to seller_connect_app;
grant execute on function collector.next_unredacted_tenant(uuid) to seller_connect_app;
