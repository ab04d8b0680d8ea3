-- Lists of what was read.

-- Orders of a shop, the newest first, without reading all of them.
create index sales_order_newest on reporting.sales_order (tenant_id, shop_id, created_at desc, order_id desc);

-- What a text is searched by: composed alike, without Vietnamese marks and letter case. The same as the
-- server's own search key, for texts that arrive by the thousand and are searched for seldom.
create function reporting.search_key(value text) returns text
  language sql immutable strict parallel safe
  as $$
    select pg_catalog.lower(pg_catalog.translate(
      pg_catalog.regexp_replace(
        pg_catalog.normalize(
          pg_catalog.btrim(pg_catalog.regexp_replace(value, '\s+', ' ', 'g')), 'NFD'),
        U&'[\0300-\036F]', '', 'g'),
      'đĐ', 'dd'))
  $$;
grant execute on function reporting.search_key(text) to seller_connect_app;
