import type { AccountSession } from '@seller-connect/contract';
import { sql, type Sql } from '../../platform/database/database.ts';

const selectSessions = sql(
  'identity.list_sessions_of_account',
  `select s.session_uid as id, s.expires_at, s.payload ->> 'transient' is null as remembered,
     (s.payload ->> 'loginTs')::double precision as signed_in_at,
     coalesce(n.browser, '') as browser, coalesce(n.address, '') as address,
     (select max(u.created_at) from identity.artifact u where u.session_uid = s.session_uid) as last_used_at
   from identity.artifact s left join identity.session_note n on n.session_uid = s.session_uid
   where s.model = 'Session' and s.account_id = $1 and s.expires_at > $2
   order by signed_in_at desc, s.session_uid`,
);
const deleteSession = sql(
  'identity.end_session_of_account',
  `delete from identity.artifact where (model, id_hash) in (
     select model, id_hash from identity.artifact where account_id = $1 and session_uid = $2
     order by model, id_hash for update)`,
);
const deleteBackendSession = sql(
  'identity.end_backend_session_of_account',
  'delete from identity.backend_session where account_id = $1 and session_uid = $2',
);
const deleteOtherSessions = sql(
  'identity.end_other_sessions',
  `delete from identity.artifact where (model, id_hash) in (
     select model, id_hash from identity.artifact
     where account_id = $1 and session_uid is not null and session_uid <> $2
     order by model, id_hash for update)`,
);
const deleteOtherBackendSessions = sql(
  'identity.end_other_backend_sessions',
  'delete from identity.backend_session where account_id = $1 and session_uid <> $2',
);

/** Lists the account's active sessions, newest first. */
export async function listSessions(
  database: Sql,
  accountId: string,
  currentUid: string | null,
): Promise<AccountSession[]> {
  type Row = Omit<AccountSession, 'current' | 'signedInAt' | 'lastUsedAt' | 'endsAt'> & {
    signedInAt: number;
    lastUsedAt: Date | null;
    expiresAt: Date;
  };
  const rows = await database.query<Row>(selectSessions, [accountId, new Date()]);
  return rows.map(({ expiresAt, ...row }) => ({
    ...row,
    current: row.id === currentUid,
    signedInAt: new Date(row.signedInAt * 1000).toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    endsAt: expiresAt.toISOString(),
  }));
}

/** Ends a session of the account and all its tokens. Resolves to false when it is not found. */
export async function endSession(tx: Sql, accountId: string, uid: string): Promise<boolean> {
  await tx.execute(deleteBackendSession, [accountId, uid]);
  return (await tx.execute(deleteSession, [accountId, uid])) > 0;
}

/** Ends all sessions of the account but one. @param exceptUid the session to keep; an empty string ends all */
export async function endOtherSessions(
  tx: Sql,
  accountId: string,
  exceptUid: string,
): Promise<void> {
  await tx.execute(deleteOtherBackendSessions, [accountId, exceptUid]);
  await tx.execute(deleteOtherSessions, [accountId, exceptUid]);
}
