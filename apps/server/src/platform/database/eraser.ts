import { sql, type Statement, type TenantTransaction } from './database.ts';

/** Deletes what a domain holds of a shop or of a team, `maxRows` at most. @returns how many rows; 0: nothing is left */
export interface Eraser {
  /** Tables that hold rows of shops. */
  readonly shopTables: readonly string[];
  shop(tx: TenantTransaction, shopId: string, maxRows: number): Promise<number>;
  team(tx: TenantTransaction, maxRows: number): Promise<number>;
}

export interface ShopTable {
  table: string;
  /** Which rows are the shop's, with its id as `$2`; those whose `shop_id` it is when absent. */
  where?: string;
}

/**
 * Erases tables in their order, so a table that others depend on comes last.
 * @param tablesOfTeam tables that name no shop; they go with the team
 */
export function createEraser(
  tablesOfShop: readonly ShopTable[],
  tablesOfTeam: readonly string[] = [],
): Eraser {
  const shopStatements = tablesOfShop.map(({ table, where = 'shop_id = $2' }) =>
    deleteStatement(table, 'shop', where),
  );
  const teamStatements = [...tablesOfShop.map(({ table }) => table), ...tablesOfTeam].map((table) =>
    deleteStatement(table, 'team', '$2::text is null'),
  );
  return {
    shopTables: tablesOfShop.map(({ table }) => table),
    shop: (tx, shopId, maxRows) => deleteInOrder(tx, shopStatements, shopId, maxRows),
    team: (tx, maxRows) => deleteInOrder(tx, teamStatements, null, maxRows),
  };
}

function deleteStatement(table: string, scope: string, where: string): Statement {
  return sql(
    `erase_${scope}.${table}`,
    `delete from ${table} where tenant_id = $1 and ctid = any(array(
       select ctid from ${table} where tenant_id = $1 and ${where} limit $3))`,
  );
}

async function deleteInOrder(
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
