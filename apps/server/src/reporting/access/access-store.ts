import { LinkQuery, type ReportAccess } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { hashOf, newTenantToken, tenantOf } from '../../platform/http/tenant-token.ts';

/** Before every secret, so that whoever scans texts for lost ones knows what it opens. */
const prefix = 'scr_';

export interface StoredAccess {
  tenantId: string;
  accessId: string;
  kind: ReportAccess['kind'];
  name: string;
  query: LinkQuery | null;
  createdBy: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** It opens nothing from then on; null for one without an end. */
  expiresAt: Date | null;
}

interface Row {
  access_id: string;
  kind: ReportAccess['kind'];
  name: string;
  query: unknown;
  created_by: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

const columns = 'access_id, kind, name, query, created_by, created_at, last_used_at, expires_at';

const insert = sql(
  'reporting.add_access',
  `insert into reporting.access
     (tenant_id, access_id, kind, name, token_hash, query, created_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const list = sql(
  'reporting.list_access',
  `select ${columns} from reporting.access where tenant_id = $1 order by access_id desc`,
);
const find = sql(
  'reporting.find_access',
  `select ${columns} from reporting.access where tenant_id = $1 and token_hash = $2
     and (expires_at is null or expires_at > $3)`,
);
const touch = sql(
  'reporting.touch_access',
  `update reporting.access set last_used_at = $3
    where tenant_id = $1 and access_id = $2 and (last_used_at is null or last_used_at < $3)`,
);
const remove = sql(
  'reporting.remove_access',
  `delete from reporting.access where tenant_id = $1 and access_id = $2 returning ${columns}`,
);
const removeOf = sql(
  'reporting.remove_access_of',
  `delete from reporting.access where tenant_id = $1 and created_by = $2 returning ${columns}`,
);

/** @returns the new access and its secret, which is stored nowhere. */
export async function addAccess(
  tx: TenantTransaction,
  wish: Pick<StoredAccess, 'kind' | 'name' | 'query' | 'createdBy' | 'expiresAt'>,
  now: Date,
): Promise<{ access: StoredAccess; secret: string }> {
  const { tenantId } = tx;
  const secret = prefix + newTenantToken(tenantId);
  const accessId = newId(now.getTime());
  const { kind, name, query, createdBy, expiresAt } = wish;
  const stored = query && JSON.stringify(query);
  const values = [
    tenantId,
    accessId,
    kind,
    name,
    hashOf(secret),
    stored,
    createdBy,
    now,
    expiresAt,
  ];
  await tx.execute(insert, values);
  return { access: { ...wish, tenantId, accessId, createdAt: now, lastUsedAt: null }, secret };
}

/** The newest first. */
export async function listAccess(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
): Promise<StoredAccess[]> {
  const rows = await database.tenantRead<Row>(tenantId, list, [tenantId]);
  return rows.map((row) => storedAccess(tenantId, row));
}

export function isReportSecret(text: string): boolean {
  return text.startsWith(prefix);
}

/** How often the time of the last use is written down. */
const touchEveryMs = 60_000;

/** Null for a secret that is malformed, unknown, revoked or expired. Notes that it was used. */
export async function findAccess(
  database: Pick<Database, 'tenantRead' | 'tenant'>,
  secret: string,
  now: Date,
): Promise<StoredAccess | null> {
  const tenantId = isReportSecret(secret) ? tenantOf(secret.slice(prefix.length)) : null;
  if (!tenantId) return null;
  const [row] = await database.tenantRead<Row>(tenantId, find, [tenantId, hashOf(secret), now]);
  if (!row) return null;
  const access = storedAccess(tenantId, row);
  const last = access.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - last > touchEveryMs) {
    await database.tenant(tenantId, (tx) => tx.execute(touch, [tenantId, access.accessId, now]));
  }
  return access;
}

/** Null when there is no such access (any more). */
export async function removeAccess(
  tx: TenantTransaction,
  accessId: string,
): Promise<StoredAccess | null> {
  const [row] = await tx.query<Row>(remove, [tx.tenantId, accessId]);
  return row ? storedAccess(tx.tenantId, row) : null;
}

/** Takes away what a person made: they know its secrets, and are no longer in the team. */
export async function removeAccessOf(
  tx: TenantTransaction,
  accountId: string,
): Promise<StoredAccess[]> {
  const rows = await tx.query<Row>(removeOf, [tx.tenantId, accountId]);
  return rows.map((row) => storedAccess(tx.tenantId, row));
}

function storedAccess(tenantId: string, row: Row): StoredAccess {
  return {
    tenantId,
    accessId: row.access_id,
    kind: row.kind,
    name: row.name,
    query: row.query === null ? null : Value.Parse(LinkQuery, row.query),
    createdBy: row.created_by,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
