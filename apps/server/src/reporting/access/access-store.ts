import { LinkQuery, type ReportAccess } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { hashToken, createTenantToken, parseTenantId } from '../../platform/http/tenant-token.ts';

/** Before every secret, so that whoever scans texts for lost ones knows what it opens. */
const secretPrefix = 'scr_';

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

interface AccessRow {
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

const insertStatement = sql(
  'reporting.add_access',
  `insert into reporting.access
     (tenant_id, access_id, kind, name, token_hash, query, created_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const listStatement = sql(
  'reporting.list_access',
  `select ${columns} from reporting.access where tenant_id = $1 order by access_id desc`,
);
const findStatement = sql(
  'reporting.find_access',
  `select ${columns} from reporting.access where tenant_id = $1 and token_hash = $2
     and (expires_at is null or expires_at > $3)`,
);
const touchStatement = sql(
  'reporting.touch_access',
  `update reporting.access set last_used_at = $3
    where tenant_id = $1 and access_id = $2 and (last_used_at is null or last_used_at < $3)`,
);
const deleteStatement = sql(
  'reporting.remove_access',
  `delete from reporting.access where tenant_id = $1 and access_id = $2 returning ${columns}`,
);
const deleteOfAccountStatement = sql(
  'reporting.remove_access_of',
  `delete from reporting.access where tenant_id = $1 and created_by = $2 returning ${columns}`,
);

/** @returns the new access and its secret, which is stored nowhere. */
export async function insertAccess(
  tx: TenantTransaction,
  input: Pick<StoredAccess, 'kind' | 'name' | 'query' | 'createdBy' | 'expiresAt'>,
  now: Date,
): Promise<{ access: StoredAccess; secret: string }> {
  const { tenantId } = tx;
  const secret = secretPrefix + createTenantToken(tenantId);
  const accessId = newId(now.getTime());
  const { kind, name, query, createdBy, expiresAt } = input;
  const stored = query && JSON.stringify(query);
  const values = [
    tenantId,
    accessId,
    kind,
    name,
    hashToken(secret),
    stored,
    createdBy,
    now,
    expiresAt,
  ];
  await tx.execute(insertStatement, values);
  return { access: { ...input, tenantId, accessId, createdAt: now, lastUsedAt: null }, secret };
}

/** The newest first. */
export async function listAccess(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
): Promise<StoredAccess[]> {
  const rows = await database.tenantRead<AccessRow>(tenantId, listStatement, [tenantId]);
  return rows.map((row) => toStoredAccess(tenantId, row));
}

export function isReportSecret(text: string): boolean {
  return text.startsWith(secretPrefix);
}

/** How often the time of the last use is written down. */
const minTouchIntervalMs = 60_000;

/** Null for a secret that is malformed, unknown, revoked or expired. Notes that it was used. */
export async function findAccess(
  database: Pick<Database, 'tenantRead' | 'tenant'>,
  secret: string,
  now: Date,
): Promise<StoredAccess | null> {
  const tenantId = isReportSecret(secret) ? parseTenantId(secret.slice(secretPrefix.length)) : null;
  if (!tenantId) return null;
  const [row] = await database.tenantRead<AccessRow>(tenantId, findStatement, [
    tenantId,
    hashToken(secret),
    now,
  ]);
  if (!row) return null;
  const access = toStoredAccess(tenantId, row);
  const last = access.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - last > minTouchIntervalMs) {
    await database.tenant(tenantId, (tx) =>
      tx.execute(touchStatement, [tenantId, access.accessId, now]),
    );
  }
  return access;
}

/** Null when there is no such access (any more). */
export async function deleteAccess(
  tx: TenantTransaction,
  accessId: string,
): Promise<StoredAccess | null> {
  const [row] = await tx.query<AccessRow>(deleteStatement, [tx.tenantId, accessId]);
  return row ? toStoredAccess(tx.tenantId, row) : null;
}

/** Takes away what a person made: they know its secrets, and are no longer in the team. */
export async function deleteAccessOfAccount(
  tx: TenantTransaction,
  accountId: string,
): Promise<StoredAccess[]> {
  const rows = await tx.query<AccessRow>(deleteOfAccountStatement, [tx.tenantId, accountId]);
  return rows.map((row) => toStoredAccess(tx.tenantId, row));
}

function toStoredAccess(tenantId: string, row: AccessRow): StoredAccess {
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
