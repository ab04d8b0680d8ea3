import { sql, type Database } from '../../platform/database/database.ts';
import { webClientId } from './web-client.ts';
import { describeUserAgent } from '../../platform/http/user-agent.ts';
import type { Log } from '../../platform/log.ts';

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

export type FindSession = (sid: string) => Promise<ActiveSession | null>;

/** Returns a function that finds the active session of an ID token's `sid`. The lookup does not extend the session. */
export function createFindSession(database: Database, options: { demo: boolean }): FindSession {
  return async (sid) => {
    const values = [sid, new Date(), options.demo];
    type Row = Omit<ActiveSession, 'signedInAt'> & { signedInAt: number };
    const [row] = await database.query<Row>(findBySid, values);
    return row ? { ...row, signedInAt: new Date(row.signedInAt * 1000) } : null;
  };
}

const upsertSessionDetails = sql(
  'identity.record_session_details',
  `insert into identity.session_note (session_uid, account_id, browser, recorded_at, address)
   values ($1, $2, $3, $4, $5)
   on conflict (session_uid) do update set account_id = excluded.account_id,
     browser = excluded.browser, recorded_at = excluded.recorded_at, address = excluded.address`,
);
const deleteStale = sql(
  'identity.remove_old_session_details',
  `delete from identity.session_note n where n.recorded_at < $1 and not exists (
     select from identity.artifact s where s.model = 'Session' and s.session_uid = n.session_uid)`,
);

/** Records how a user can recognize a session. */
export async function recordSessionDetails(
  database: Database,
  session: { uid: string; accountId: string; userAgent: string; address: string },
): Promise<void> {
  const { uid, accountId, userAgent, address } = session;
  await database.execute(upsertSessionDetails, [
    uid,
    accountId,
    describeUserAgent(userAgent),
    new Date(),
    address,
  ]);
}

/** Deletes the details of ended sessions. @returns the number of rows deleted. */
export function deleteStaleSessionDetails(database: Database, now: Date): Promise<number> {
  return database.execute(deleteStale, [new Date(now.getTime() - 60 * 60_000)]);
}

/** The ended sign-ins of an account: one session, all but one, or all. */
export type EndedSignIns = { only: string } | { except: string } | 'all';

/** Ends what other domains opened for sign-ins that are over. */
export type OnSignInsEnded = (
  who: { sub: string; tenantId: string },
  ended: EndedSignIns,
) => Promise<void>;

/**
 * Called when a Google login has started a session, so that other domains can bind to it what Google's token
 * opened.
 */
export type OnSignInStarted = (
  who: { sub: string; tenantId: string },
  signInId: string,
) => Promise<void>;

/**
 * Returns a notifier of ended sign-ins. A failing listener is logged and does not fail the call: the sign-ins are
 * over regardless, and what other domains hold for them expires early by itself.
 */
export function createSignInsEndedNotifier(
  listener: OnSignInsEnded,
  log: Pick<Log, 'error'>,
): OnSignInsEnded {
  return async (who, ended) => {
    await listener(who, ended).catch((error: unknown) => {
      log.error(
        { event: 'identity.sign_out_incomplete', err: error, actor: who.sub },
        'Sessions of an ended sign-in could not be closed',
      );
    });
  };
}
