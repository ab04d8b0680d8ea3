import { LinkQuery, type ReportAccess } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTenantToken, parseTenantId, hashToken } from '../../platform/secrets.ts';
import { lockOfTenant } from '../../platform/database/tenant-lock.ts';

/** Prefix of every secret, so that secret scanners can identify a leaked one. */
const secretPrefix = 'scr_';

export interface StoredAccess {
  tenantId: string;
  accessId: string;
  kind: ReportAccess['kind'];
  name: string;
  query: LinkQuery | null;
  /** Address of an assistant's OAuth client; null for an access with a secret. */
  assistant: string | null;
  createdBy: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Null for an access that does not expire. */
  expiresAt: Date | null;
}

type AccessRow = Omit<StoredAccess, 'query'> & { query: unknown };

const columns =
  'tenant_id, access_id, kind, name, query, assistant, created_by, created_at, last_used_at, expires_at';

const insertStatement = sql(
  'reporting.add_access',
  `insert into reporting.access
     (tenant_id, access_id, kind, name, token_hash, query, created_by, created_at, expires_at, assistant)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const countStatement = sql(
  'reporting.count_access',
  'select count(*)::integer as accesses from reporting.access where tenant_id = $1',
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

/** Returns the number of the team's accesses. Other transactions wait here until this one ends. */
export async function lockAccessCount(tx: TenantTransaction): Promise<number> {
  await lockOfTenant(tx, 'reporting.access');
  const [row] = await tx.query<{ accesses: number }>(countStatement, [tx.tenantId]);
  return row?.accesses ?? 0;
}

type NewAccess = Pick<StoredAccess, 'kind' | 'name' | 'query' | 'createdBy' | 'expiresAt'>;

/**
 * Inserts an access.
 * @returns the access and its secret, which is not stored
 */
export async function insertAccess(
  tx: TenantTransaction,
  input: NewAccess,
  now: Date,
): Promise<{ access: StoredAccess; secret: string }> {
  const secret = secretPrefix + createTenantToken(tx.tenantId);
  return { access: await insert(tx, input, hashToken(secret), null, now), secret };
}

/** Inserts the access of an assistant, which is found by its OAuth grant. */
export function insertAssistantAccess(
  tx: TenantTransaction,
  input: Omit<NewAccess, 'kind' | 'query'>,
  { assistant, grantHash }: { assistant: string; grantHash: Buffer },
  now: Date,
): Promise<StoredAccess> {
  return insert(tx, { ...input, kind: 'tool', query: null }, grantHash, assistant, now);
}

async function insert(
  tx: TenantTransaction,
  input: NewAccess,
  tokenHash: Buffer,
  assistant: string | null,
  now: Date,
): Promise<StoredAccess> {
  const { tenantId } = tx;
  const accessId = newId(now.getTime());
  const { kind, name, query, createdBy, expiresAt } = input;
  const stored = query && JSON.stringify(query);
  const values = [
    tenantId,
    accessId,
    kind,
    name,
    tokenHash,
    stored,
    createdBy,
    now,
    expiresAt,
    assistant,
  ];
  await tx.execute(insertStatement, values);
  return { ...input, assistant, tenantId, accessId, createdAt: now, lastUsedAt: null };
}

/** Returns the accesses of a team, newest first. */
export async function listAccess(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
): Promise<StoredAccess[]> {
  const rows = await database.tenantRead<AccessRow>(tenantId, listStatement, [tenantId]);
  return rows.map(toStoredAccess);
}

export function isReportSecret(text: string): boolean {
  return text.startsWith(secretPrefix);
}

/** The time of last use is stored at most this often. */
const minTouchIntervalMs = 60_000;

/**
 * Returns the access that a secret opens and records its use, or null for a secret that is malformed, unknown,
 * revoked or expired.
 */
export async function findAccess(
  database: Pick<Database, 'tenantRead' | 'tenant'>,
  secret: string,
  now: Date,
): Promise<StoredAccess | null> {
  const tenantId = isReportSecret(secret) ? parseTenantId(secret.slice(secretPrefix.length)) : null;
  return tenantId ? findByHash(database, tenantId, hashToken(secret), now) : null;
}

/** Like `findAccess`, for the access of an assistant, by its OAuth grant. */
export async function findAssistantAccess(
  database: Pick<Database, 'tenantRead' | 'tenant'>,
  { tenantId, grantHash }: { tenantId: string; grantHash: Buffer },
  now: Date,
): Promise<StoredAccess | null> {
  const access = await findByHash(database, tenantId, grantHash, now);
  return access && access.assistant !== null ? access : null;
}

async function findByHash(
  database: Pick<Database, 'tenantRead' | 'tenant'>,
  tenantId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<StoredAccess | null> {
  const [row] = await database.tenantRead<AccessRow>(tenantId, findStatement, [
    tenantId,
    tokenHash,
    now,
  ]);
  if (!row) return null;
  const access = toStoredAccess(row);
  const last = access.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - last > minTouchIntervalMs) {
    await database.tenant(tenantId, (tx) =>
      tx.execute(touchStatement, [tenantId, access.accessId, now]),
    );
  }
  return access;
}

/** Deletes an access and returns it, or null if there is none. */
export async function deleteAccess(
  tx: TenantTransaction,
  accessId: string,
): Promise<StoredAccess | null> {
  const [row] = await tx.query<AccessRow>(deleteStatement, [tx.tenantId, accessId]);
  return row ? toStoredAccess(row) : null;
}

/**
 * Deletes and returns the accesses that an account created. The account knows their secrets, so they must not outlive
 * its membership.
 */
export async function deleteAccessOfAccount(
  tx: TenantTransaction,
  accountId: string,
): Promise<StoredAccess[]> {
  const rows = await tx.query<AccessRow>(deleteOfAccountStatement, [tx.tenantId, accountId]);
  return rows.map(toStoredAccess);
}

function toStoredAccess(row: AccessRow): StoredAccess {
  return { ...row, query: row.query === null ? null : Value.Parse(LinkQuery, row.query) };
}
