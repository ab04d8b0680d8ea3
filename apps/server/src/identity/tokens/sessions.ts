import { sql, type Database } from '../../platform/database/database.ts';
import { webClientId } from './web-client.ts';

// The path is a literal, because the index is on this expression.
const findBySid = sql(
  'identity.session_by_sid',
  `select s.session_uid as uid, s.account_id, s.payload ->> 'transient' is not null as transient,
     (s.payload ->> 'loginTs')::double precision as signed_in_at
   from identity.artifact s
   join identity.account a on a.id::text = s.account_id and a.disabled_at is null and (not a.is_demo or $3)
   where s.model = 'Session' and s.payload #>> '{authorizations,${webClientId},sid}' = $1
     and s.expires_at > $2`,
);

const findByUid = sql(
  'identity.signed_in_at',
  `select (payload ->> 'loginTs')::double precision as signed_in_at from identity.artifact
   where model = 'Session' and session_uid = $1 and expires_at > $2`,
);

/** Returns when a session's user signed in last; null when the session is not active. */
export async function findSignedInAt(database: Database, uid: string): Promise<Date | null> {
  const values = [uid, new Date()];
  const [row] = await database.query<{ signedInAt: number | null }>(findByUid, values);
  const seconds = row?.signedInAt ?? null;
  return seconds === null ? null : new Date(seconds * 1000);
}

/** A session of the provider with a signed-in account. */
export interface ActiveSession {
  uid: string;
  accountId: string;
  /** Whether it ends with the browser. */
  transient: boolean;
  signedInAt: Date;
}

export type FindSession = (sid: string, now?: Date) => Promise<ActiveSession | null>;

/** Returns a function that finds the active session of an ID token's `sid`. The lookup does not extend the session. */
export function createFindSession(database: Database, options: { demo: boolean }): FindSession {
  return async (sid, now = new Date()) => {
    const values = [sid, now, options.demo];
    type Row = Omit<ActiveSession, 'signedInAt'> & { signedInAt: number };
    const [row] = await database.query<Row>(findBySid, values);
    return row ? { ...row, signedInAt: new Date(row.signedInAt * 1000) } : null;
  };
}
