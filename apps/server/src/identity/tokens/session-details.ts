import { sql, type Database } from '../../platform/database/database.ts';

const upsertSessionDetails = sql(
  'identity.note_session',
  `insert into identity.session_note (session_uid, account_id, browser, recorded_at, address)
   values ($1, $2, $3, $4, $5)
   on conflict (session_uid) do update set account_id = excluded.account_id,
     browser = excluded.browser, recorded_at = excluded.recorded_at, address = excluded.address`,
);
const deleteStale = sql(
  'identity.remove_old_session_notes',
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

const browserPatterns: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bCocCoc|coc_coc/i, 'Cốc Cốc'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systemPatterns: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a User-Agent header, such as `Chrome, Windows`; empty when neither browser nor system is known. */
export function describeUserAgent(userAgent: string): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browserPatterns), find(systemPatterns)]
    .filter((each) => each !== undefined)
    .join(', ');
}
