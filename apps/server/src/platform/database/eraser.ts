import { sql, type Statement, type TenantTransaction } from './database.ts';

/** Erases a domain's rows in batches of at most `maxRows`. Returns the number of rows; 0 means that none is left. */
export interface Eraser {
  /** Tables that contain rows of shops. */
  readonly shopTables: readonly string[];
  shop(tx: TenantTransaction, shopId: string, maxRows: number): Promise<number>;
  team(tx: TenantTransaction, maxRows: number): Promise<number>;
}

interface ShopTable {
  table: string;
  /** Condition that selects the rows of the shop, whose id is `$2`; `shop_id = $2` by default. */
  where?: string;
  /** Assignment that removes the shop from rows that remain. The rows are deleted by default. */
  change?: string;
}

/** Returns the condition that the facts of a notification, a JSON column, name the shop. */
export const namesShop = (facts: string) =>
  `${facts} -> 'shops' @> jsonb_build_array(jsonb_build_object('id', $2::text))`;

/**
 * Creates an eraser that works through the tables in the given order, so referenced tables come last.
 * @param tablesOfTeam tables without a shop id; only the erasure of the team deletes from them
 */
export function createEraser(
  tablesOfShop: readonly ShopTable[],
  tablesOfTeam: readonly string[] = [],
): Eraser {
  const shopTables = [...new Set(tablesOfShop.map(({ table }) => table))];
  const shopStatements = tablesOfShop.map(({ table, where = 'shop_id = $2', change }) =>
    change === undefined
      ? sql(`erase_shop.${table}`, `delete from ${table} where ${inBatch(table, where)}`)
      : sql(
          `erase_shop_in.${table}`,
          `update ${table} set ${change} where ${inBatch(table, where)}`,
        ),
  );
  const teamStatements = [...shopTables, ...tablesOfTeam].map((table) =>
    sql(`erase_team.${table}`, `delete from ${table} where ${inBatch(table, '$2::text is null')}`),
  );
  return {
    shopTables,
    shop: (tx, shopId, maxRows) => eraseInOrder(tx, shopStatements, shopId, maxRows),
    team: (tx, maxRows) => eraseInOrder(tx, teamStatements, null, maxRows),
  };
}

const inBatch = (table: string, where: string) =>
  `tenant_id = $1 and ctid = any(array(
     select ctid from ${table} where tenant_id = $1 and ${where} limit $3))`;

async function eraseInOrder(
  tx: TenantTransaction,
  statements: readonly Statement[],
  shopId: string | null,
  maxRows: number,
): Promise<number> {
  let erased = 0;
  for (const statement of statements) {
    if (erased >= maxRows) break;
    erased += await tx.execute(statement, [tx.tenantId, shopId, maxRows - erased]);
  }
  return erased;
}
