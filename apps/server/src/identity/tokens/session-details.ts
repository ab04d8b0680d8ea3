import { sql, type Database } from '../../platform/database/database.ts';
import { describeUserAgent } from '../../platform/http/user-agent.ts';

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
