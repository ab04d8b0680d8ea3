import type { Credential } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/http.ts';
import { createTenantToken, parseTenantId, hashToken } from '../../platform/secrets.ts';

/** The web application renews a credential from the identity session shortly before it expires. */
const sessionLifetimeMs = 30 * 60 * 1000;

const insertStatement = sql(
  'sellers.open_session',
  `insert into sellers.core_session (tenant_id, token_hash, account_id, created_at, expires_at, sign_in_id, written_lsn)
   values ($1, $2, $3, $4, $5, $6, pg_current_wal_insert_lsn())`,
);
const findStatement = sql(
  'sellers.find_session',
  `select s.account_id, s.expires_at, s.sign_in_id, s.written_lsn::text, m.role from sellers.core_session s
   join sellers.member m on m.tenant_id = s.tenant_id and m.account_id = s.account_id
   where s.tenant_id = $1 and s.token_hash = $2 and s.expires_at > $3`,
);
const recordWritten = sql(
  'sellers.record_session_change',
  `update sellers.core_session set written_lsn = position.lsn
     from (select pg_current_wal_insert_lsn() as lsn) position
    where tenant_id = $1 and token_hash = $2`,
);
const deleteSession = sql(
  'sellers.end_session',
  'delete from sellers.core_session where tenant_id = $1 and token_hash = $2',
);
const deleteOfAccount = sql(
  'sellers.end_sessions_of',
  'delete from sellers.core_session where tenant_id = $1 and account_id = $2',
);
const deleteOfSignIn = sql(
  'sellers.end_sessions_of_sign_in',
  'delete from sellers.core_session where tenant_id = $1 and account_id = $2 and sign_in_id = $3',
);
const deleteOfOtherSignIns = sql(
  'sellers.end_sessions_of_other_sign_ins',
  `delete from sellers.core_session
   where tenant_id = $1 and account_id = $2 and sign_in_id is distinct from $3`,
);
const bindToSignIn = sql(
  'sellers.bind_sessions',
  `update sellers.core_session set sign_in_id = $3
   where tenant_id = $1 and account_id = $2 and sign_in_id is null and created_at > $4`,
);
const deleteExpired = sql(
  'sellers.delete_expired_sessions',
  'delete from sellers.core_session where tenant_id = $1 and expires_at <= $2',
);

type SessionRow = Omit<Session, 'tenantId' | 'tokenHash'>;

/** Creates a session. @param owner.notAfter upper limit of the session's expiry */
export async function createCoreSession(
  database: Database,
  owner: { tenantId: string; accountId: string; signInId: string | null; notAfter: Date | null },
  now = new Date(),
): Promise<Credential> {
  const token = createTenantToken(owner.tenantId);
  const ends = Math.min(now.getTime() + sessionLifetimeMs, owner.notAfter?.getTime() ?? Infinity);
  const expiresAt = new Date(ends);
  await database.tenant(owner.tenantId, async (tx) => {
    await tx.execute(deleteExpired, [owner.tenantId, now]);
    const { tenantId, accountId, signInId } = owner;
    await tx.execute(insertStatement, [
      tenantId,
      hashToken(token),
      accountId,
      now,
      expiresAt,
      signInId,
    ]);
  });
  return { accessToken: token, accessTokenExpiresAt: expiresAt.toISOString() };
}

/**
 * Finds a session. Resolves to null for a token that is malformed, unknown, ended or expired, and for an account
 * that has left the team. The role is read with the session, so that a changed one applies from the next request
 * on.
 */
export async function findCoreSession(
  database: Database,
  token: string,
  now = new Date(),
): Promise<Session | null> {
  const tenantId = parseTenantId(token);
  if (!tenantId) return null;
  const tokenHash = hashToken(token);
  const [row] = await database.tenantRead<SessionRow>(tenantId, findStatement, [
    tenantId,
    tokenHash,
    now,
  ]);
  return row ? { ...row, tenantId, tokenHash } : null;
}

/** Records that a session has changed something, so that it reads no standby that lacks the change. */
export async function recordSessionChange(
  database: Pick<Database, 'tenant'>,
  { tenantId, tokenHash }: Session,
): Promise<void> {
  await database.tenant(tenantId, (tx) => tx.execute(recordWritten, [tenantId, tokenHash]));
}

/** Ends all sessions of an account in a team. */
export async function deleteCoreSessionsOf(
  tx: TenantTransaction,
  accountId: string,
): Promise<void> {
  await tx.execute(deleteOfAccount, [tx.tenantId, accountId]);
}

/** The sign-ins of an account that ended at the identity provider. */
export type EndedSignIns = { only: string } | { except: string } | 'all';

/** Ends the sessions that came from ended sign-ins. */
export async function deleteCoreSessionsOfSignIns(
  tx: TenantTransaction,
  accountId: string,
  ended: EndedSignIns,
): Promise<void> {
  if (ended === 'all') return deleteCoreSessionsOf(tx, accountId);
  const [statement, signInId] =
    'only' in ended ? [deleteOfSignIn, ended.only] : [deleteOfOtherSignIns, ended.except];
  await tx.execute(statement, [tx.tenantId, accountId, signInId]);
}

export async function deleteCoreSession(
  database: Database,
  session: Pick<Session, 'tenantId' | 'tokenHash'>,
): Promise<void> {
  await database.tenant(session.tenantId, (tx) =>
    tx.execute(deleteSession, [session.tenantId, session.tokenHash]),
  );
}

/** Maximum time between the credential opened with Google's token and the provider's session of the same login. */
const bindingWindowMs = 60_000;

/** Binds the sessions that a Google login has just opened to its sign-in, so that they end together. */
export async function bindCoreSessions(
  tx: TenantTransaction,
  accountId: string,
  signInId: string,
  now = new Date(),
): Promise<void> {
  const since = new Date(now.getTime() - bindingWindowMs);
  await tx.execute(bindToSignIn, [tx.tenantId, accountId, signInId, since]);
}
