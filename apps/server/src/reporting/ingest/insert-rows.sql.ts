import { columnNames, unnestColumns, type Column } from '../../platform/database/binary-arrays.ts';

/**
 * Returns an INSERT of rows of a shop: $1 the tenant, $2 the shop, then the columns. Reads the shop, so that a database
 * distributed by tenant inserts them where the shop is. Otherwise Citus would copy them there, which row-level security
 * forbids.
 */
export function insertRowsSql<Row>(table: string, columns: readonly Column<Row>[]): string {
  // An array of arrays has no type of its own, so lists come as text.
  const values = columns.map(({ name }) => (name === 'flags' ? 'flags::text[]' : name));
  return `insert into reporting.${table} (tenant_id, shop_id, ${columnNames(columns)})
   select shop.tenant_id, shop.shop_id, ${values.map((value) => `r.${value}`).join(', ')}
     from reporting.shop cross join ${unnestColumns(columns, 3)}
    where shop.tenant_id = $1 and shop.shop_id = $2`;
}
