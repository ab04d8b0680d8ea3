-- A shop may sell in another currency than its region's, and in several.
create or replace view rpt.shops with (security_invoker = true) as
select s.shop_id, s.platform, s.name as shop_name, s.region, coalesce(sold.currency, s.currency) as currency,
       s.time_zone, coalesce(sold.currencies, s.currency) as currencies
  from reporting.shop s
  left join lateral (
    select case when bool_or(c.currency = s.currency) then s.currency else min(c.currency) end as currency,
           string_agg(c.currency, ', ' order by c.currency) as currencies
      from reporting.shop_currency c
     where c.tenant_id = s.tenant_id and c.shop_id = s.shop_id
    having count(*) > 0) sold on true;
comment on column rpt.shops.currency is
  'The region''s currency, ISO 4217; one that the shop sells in where it sells in others only.';
comment on column rpt.shops.currencies is
  'All currencies that the shop has sold in, comma-separated; the region''s before its first sale.';
select reporting.publish('rpt.shops');
