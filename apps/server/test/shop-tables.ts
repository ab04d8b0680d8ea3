/**
 * Lists every table with a column that names a shop, from the database's catalog: `shop_id`, or `account_id` where
 * that is our own id of an ad account.
 */
export const shopTablesQuery = `
  select n.nspname || '.' || c.relname as name, a.attname as shop
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and a.atttypid = 'uuid'::regtype and not a.attisdropped
     and (a.attname = 'shop_id' or (a.attname = 'account_id' and n.nspname = 'reporting'))
   order by 1`;
