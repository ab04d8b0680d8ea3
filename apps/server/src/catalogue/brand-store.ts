import type {
  Brand,
  BrandChange,
  BrandQuery,
  BrandSort,
  BrandStatus,
} from '@seller-connect/contract';
import { sql, type Statement, type TenantTransaction } from '../platform/database/database.ts';
import { normalizeText, toSearchKey } from '../platform/database/search-key.ts';
import type { NewBrand } from './brand-rules.ts';

/** The author of a change, as stored in the history. */
export interface Author {
  accountId: string;
  name: string;
}

type BrandRow = Omit<Brand, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

interface ChangeRow {
  version: number;
  changedAt: Date;
  changedByName: string;
  oldName: string | null;
  oldStatus: BrandStatus | null;
  newName: string;
  newStatus: BrandStatus;
}

const columns = 'code, name, status, version, created_at, updated_at';

// $2 is the search key, $3 the status; an empty string matches all.
const matchCondition = `from catalogue.brand where tenant_id = $1
  and ($2 = '' or strpos(name_key, $2) > 0 or strpos(lower(code), $2) > 0)
  and ($3 = '' or status = $3)`;

// $4 is the search term with its diacritics. Exact matches come first in any sort order.
const relevanceOrder = `case
  when $2 = '' or lower(name collate "vi-x-icu") = $4 or lower(code) = $4 then 0
  when strpos(lower(name collate "vi-x-icu"), $4) > 0 then 1
  when name_key = $2 then 2
  else 3 end`;

// Vietnamese order: An, Ăn, Ân, Dung, Đà Nẵng.
const sortOrders: Record<BrandSort, string> = {
  name: 'name collate "vi-x-icu", code',
  '-name': 'name collate "vi-x-icu" desc, code desc',
  code: 'code',
  '-code': 'code desc',
  status: 'status, name collate "vi-x-icu", code',
  '-status': 'status desc, name collate "vi-x-icu", code',
  updatedAt: 'updated_at, code',
  '-updatedAt': 'updated_at desc, code',
};

const listStatements = new Map<string, Statement>(
  Object.entries(sortOrders).map(([sort, order]) => [
    sort,
    sql(
      `catalogue.list_brands.${sort}`,
      `select ${columns} ${matchCondition} order by ${relevanceOrder}, ${order} limit $5 offset $6`,
    ),
  ]),
);
const countStatement = sql(
  'catalogue.count_brands',
  `select count(*)::int as total ${matchCondition}`,
);
const findStatement = sql(
  'catalogue.find_brand',
  `select ${columns} from catalogue.brand where tenant_id = $1 and code = $2`,
);
const lockStatement = sql(
  'catalogue.lock_brand',
  `select ${columns} from catalogue.brand where tenant_id = $1 and code = $2 for update`,
);
const findManyStatement = sql(
  'catalogue.find_brands',
  `select ${columns} from catalogue.brand where tenant_id = $1 and code = any($2::text[])`,
);
const listActiveStatement = sql(
  'catalogue.active_brands',
  `select ${columns} from catalogue.brand where tenant_id = $1 and status = 'Active'
   order by name collate "vi-x-icu", code`,
);
const insertStatement = sql(
  'catalogue.insert_brand',
  `insert into catalogue.brand (tenant_id, code, name, name_key, status, version, created_at, updated_at)
   values ($1, $2, $3, $4, $5, 1, $6, $6) on conflict do nothing returning ${columns}`,
);
const updateStatement = sql(
  'catalogue.update_brand',
  `update catalogue.brand set name = $3, name_key = $4, status = $5, version = version + 1, updated_at = $6
   where tenant_id = $1 and code = $2 returning ${columns}`,
);
const recordChangeStatement = sql(
  'catalogue.record_brand_change',
  `insert into catalogue.brand_change (tenant_id, code, version, changed_at, changed_by, changed_by_name,
     old_name, old_status, new_name, new_status)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const listChangesStatement = sql(
  'catalogue.list_brand_changes',
  `select version, changed_at, changed_by_name, old_name, old_status, new_name, new_status
   from catalogue.brand_change where tenant_id = $1 and code = $2
   order by version desc limit $3 offset $4`,
);
const countChangesStatement = sql(
  'catalogue.count_brand_changes',
  `select count(*)::int as total from catalogue.brand_change where tenant_id = $1 and code = $2`,
);

/** Returns one page of the matching brands, and the total number of matches. */
export async function listBrands(
  tx: TenantTransaction,
  query: BrandQuery,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: Brand[]; total: number }> {
  const statement = listStatements.get(query.sort ?? 'name');
  if (!statement) throw new Error(`Brands cannot be sorted by ${query.sort}`);
  const searchText = normalizeText(query.search ?? '').toLowerCase();
  const filter = [tx.tenantId, toSearchKey(searchText), query.status ?? ''];
  const [rows, [counted]] = await Promise.all([
    tx.query<BrandRow>(statement, [...filter, searchText, pageSize, (page - 1) * pageSize]),
    tx.query<{ total: number }>(countStatement, filter),
  ]);
  return { items: rows.map(toBrand), total: counted?.total ?? 0 };
}

export async function findBrand(tx: TenantTransaction, code: string): Promise<Brand | null> {
  const [row] = await tx.query<BrandRow>(findStatement, [tx.tenantId, code]);
  return row ? toBrand(row) : null;
}

/** Returns the brand, locked until the transaction ends. */
export async function lockBrand(tx: TenantTransaction, code: string): Promise<Brand | null> {
  const [row] = await tx.query<BrandRow>(lockStatement, [tx.tenantId, code]);
  return row ? toBrand(row) : null;
}

export async function findBrands(
  tx: TenantTransaction,
  codes: readonly string[],
): Promise<Brand[]> {
  const rows = await tx.query<BrandRow>(findManyStatement, [tx.tenantId, codes]);
  return rows.map(toBrand);
}

export async function listActiveBrands(tx: TenantTransaction): Promise<Brand[]> {
  return (await tx.query<BrandRow>(listActiveStatement, [tx.tenantId])).map(toBrand);
}

/** Inserts a brand. Returns null if the code exists. */
export async function insertBrand(
  tx: TenantTransaction,
  brand: NewBrand,
  author: Author,
  at: Date,
): Promise<Brand | null> {
  const { code, name, status } = brand;
  const values = [tx.tenantId, code, name, toSearchKey(name), status, at];
  const [row] = await tx.query<BrandRow>(insertStatement, values);
  if (!row) return null;
  await recordChange(tx, null, toBrand(row), author, at);
  return toBrand(row);
}

/** Updates a locked brand and records the change. */
export async function updateBrand(
  tx: TenantTransaction,
  before: Brand,
  after: NewBrand,
  author: Author,
  at: Date,
): Promise<Brand> {
  const { code, name, status } = after;
  const values = [tx.tenantId, code, name, toSearchKey(name), status, at];
  const [row] = await tx.query<BrandRow>(updateStatement, values);
  if (!row) throw new Error(`The brand ${code} was locked and is not there`);
  await recordChange(tx, before, toBrand(row), author, at);
  return toBrand(row);
}

async function recordChange(
  tx: TenantTransaction,
  before: Brand | null,
  after: Brand,
  author: Author,
  at: Date,
): Promise<void> {
  await tx.execute(recordChangeStatement, [
    tx.tenantId,
    after.code,
    after.version,
    at,
    author.accountId,
    author.name,
    before?.name ?? null,
    before?.status ?? null,
    after.name,
    after.status,
  ]);
}

export async function listBrandChanges(
  tx: TenantTransaction,
  code: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: BrandChange[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    tx.query<ChangeRow>(listChangesStatement, [tx.tenantId, code, pageSize, (page - 1) * pageSize]),
    tx.query<{ total: number }>(countChangesStatement, [tx.tenantId, code]),
  ]);
  return { items: rows.map(toChange), total: counted?.total ?? 0 };
}

function toBrand(row: BrandRow): Brand {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toChange(row: ChangeRow): BrandChange {
  const { oldName: name, oldStatus: status } = row;
  return {
    version: row.version,
    changedAt: row.changedAt.toISOString(),
    changedBy: row.changedByName,
    before: name === null || status === null ? null : { name, status },
    after: { name: row.newName, status: row.newStatus },
  };
}
