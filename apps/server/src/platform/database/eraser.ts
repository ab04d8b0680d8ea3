import { sql, type Statement, type TenantTransaction } from './database.ts';

/** Deletes a domain's rows in batches of at most `maxRows`. Returns the number of rows; 0 means that none is left. */
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
}

/**
 * Creates an eraser that deletes from the tables in the given order, so referenced tables come last.
 * @param tablesOfTeam tables without a shop id; only the erasure of the team deletes from them
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
