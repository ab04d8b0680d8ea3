import type { PriceChange } from '@seller-connect/contract';
import { sql, type TenantTransaction } from '../platform/database/database.ts';
import { toDecimal } from '../platform/money.ts';
import type { PricedProduct } from './price-rules.ts';

/** One version in a price's history. `before` is null for the first. */
export interface PriceChangeEntry {
  before: PricedProduct | null;
  after: PricedProduct;
  version: number;
}

interface ChangeRow {
  version: number;
  changedAt: Date;
  changedByName: string;
  oldName: string | null;
  oldBrandCode: string | null;
  oldListE4: bigint | null;
  oldFloorE4: bigint | null;
  newName: string;
  newBrandCode: string;
  newListE4: bigint;
  newFloorE4: bigint;
}

// Returns rows, so that Citus does not copy them to their node, which row-level security forbids.
const recordStatement = sql(
  'pricing.record_changes',
  `insert into pricing.price_change (tenant_id, changed_at, changed_by, changed_by_name, sku, version,
     old_name, old_brand_code, old_list_e4, old_floor_e4,
     new_name, new_brand_code, new_list_e4, new_floor_e4)
   select $1, $2, $3, $4, n.* from unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::bigint[],
     $10::bigint[], $11::text[], $12::text[], $13::bigint[], $14::bigint[]) as n
   returning version`,
);
const earlierStatement = sql(
  'pricing.earlier_prices',
  `select c.sku, c.old_list_e4 as list_e4 from pricing.price_change c
   join unnest($2::text[], $3::bigint[]) as n (sku, version) on c.sku = n.sku and c.version = n.version
   where c.tenant_id = $1 and c.old_list_e4 is not null`,
);
const listStatement = sql(
  'pricing.list_changes',
  `select version, changed_at, changed_by_name, old_name, old_brand_code, old_list_e4, old_floor_e4,
     new_name, new_brand_code, new_list_e4, new_floor_e4
   from pricing.price_change where tenant_id = $1 and sku = $2
   order by version desc limit $3 offset $4`,
);
const countStatement = sql(
  'pricing.count_changes',
  `select count(*)::int as total from pricing.price_change where tenant_id = $1 and sku = $2`,
);

/** Records changes with their author. */
export async function recordChanges(
  tx: TenantTransaction,
  entries: readonly PriceChangeEntry[],
  author: { accountId: string; name: string },
  at: Date,
): Promise<void> {
  await tx.execute(recordStatement, [
    tx.tenantId,
    at,
    author.accountId,
    author.name,
    entries.map(({ after }) => after.sku),
    entries.map(({ version }) => version),
    entries.map(({ before }) => before?.name ?? null),
    entries.map(({ before }) => before?.brandCode ?? null),
    entries.map(({ before }) => before?.listE4 ?? null),
    entries.map(({ before }) => before?.floorE4 ?? null),
    entries.map(({ after }) => after.name),
    entries.map(({ after }) => after.brandCode),
    entries.map(({ after }) => after.listE4),
    entries.map(({ after }) => after.floorE4),
  ]);
}

/** Returns the list prices by SKU that these versions replaced; none for the first version of a price. */
export async function findEarlierPrices(
  tx: TenantTransaction,
  versions: ReadonlyMap<string, number>,
): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ sku: string; listE4: bigint }>(earlierStatement, [
    tx.tenantId,
    [...versions.keys()],
    [...versions.values()],
  ]);
  return new Map(rows.map(({ sku, listE4 }) => [sku, listE4]));
}

/** Lists the changes of a price, newest first. */
export async function listChanges(
  tx: TenantTransaction,
  sku: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: PriceChange[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    tx.query<ChangeRow>(listStatement, [tx.tenantId, sku, pageSize, (page - 1) * pageSize]),
    tx.query<{ total: number }>(countStatement, [tx.tenantId, sku]),
  ]);
  return { items: rows.map(toChange), total: counted?.total ?? 0 };
}

function toChange(row: ChangeRow): PriceChange {
  return {
    version: row.version,
    changedAt: row.changedAt.toISOString(),
    changedBy: row.changedByName,
    before: toState(row.oldName, row.oldBrandCode, row.oldListE4, row.oldFloorE4),
    after: {
      name: row.newName,
      brandCode: row.newBrandCode,
      listPrice: toDecimal(row.newListE4),
      floorPrice: toDecimal(row.newFloorE4),
    },
  };
}

function toState(
  name: string | null,
  brandCode: string | null,
  listE4: bigint | null,
  floorE4: bigint | null,
): PriceChange['before'] {
  if (name === null || brandCode === null || listE4 === null || floorE4 === null) return null;
  return { name, brandCode, listPrice: toDecimal(listE4), floorPrice: toDecimal(floorE4) };
}
