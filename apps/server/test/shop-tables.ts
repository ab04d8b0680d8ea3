import type { Client } from 'pg';

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

/** Counts the rows of each shop by table, in all tables with rows of shops. */
export async function countRowsOfShops(owner: Client): Promise<Map<string, Map<string, number>>> {
  const { rows: tables } = await owner.query<{ name: string; shop: string }>(shopTablesQuery);
  const found = new Map<string, Map<string, number>>();
  for (const { name, shop } of tables) {
    const { rows } = await owner.query<{ id: string; count: number }>(
      `select ${shop}::text as id, count(*)::int from ${name} where ${shop} is not null group by 1`,
    );
    for (const { id, count } of rows) {
      found.getOrInsertComputed(id, () => new Map()).set(name, count);
    }
  }
  return found;
}
