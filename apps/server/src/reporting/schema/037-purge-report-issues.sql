-- Deletes up to p_limit figures of report emails of all teams that are older than p_before, with their deliveries. The
-- function runs as the table owner, to whom row-level security applies too; the policies let only the owner read and
-- delete.
create policy purge on reporting.report_issue for delete to current_user using (true);
create policy aging on reporting.report_issue for select to current_user using (true);

create function reporting.purge_report_issues(p_before timestamptz, p_limit integer) returns bigint
  language plpgsql security definer set search_path = ''
  as $$
declare
  deleted bigint;
begin
  delete from reporting.report_issue i
   using (select o.tenant_id, o.schedule_id, o.due_day from reporting.report_issue o
           where o.created_at < p_before limit p_limit) as old
   where i.tenant_id = old.tenant_id and i.schedule_id = old.schedule_id and i.due_day = old.due_day;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke all on function reporting.purge_report_issues(timestamptz, integer) from public;
grant execute on function reporting.purge_report_issues(timestamptz, integer) to seller_connect_app;
