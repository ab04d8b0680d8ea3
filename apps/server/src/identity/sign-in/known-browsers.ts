import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Database, type Sql } from '../../platform/database/database.ts';
import { createCookie } from '../http/cookies.ts';
import { generateSecret, hashToken, secretPattern } from '../../platform/secrets.ts';

const cookieMaxAgeSeconds = 180 * 24 * 60 * 60;

const findKnownBrowser = sql(
  'identity.find_known_browser',
  `select 1 from identity.known_browser b join identity.account a on a.id = b.account_id
   where b.browser_hash = $1 and b.expires_at > $3 and (a.username_key = $2 or a.email_key = $2)`,
);
const upsertKnownBrowser = sql(
  'identity.save_known_browser',
  `insert into identity.known_browser (browser_hash, account_id, expires_at) values ($1, $2, $3)
   on conflict (browser_hash, account_id) do update set expires_at = excluded.expires_at`,
);
const countOfAccount = sql(
  'identity.count_known_browsers',
  `select count(*)::integer as all, count(*) filter (where browser_hash = $2)::integer as same
   from identity.known_browser where account_id = $1 and expires_at > $3`,
);
const deleteOfAccount = sql(
  'identity.remove_known_browsers_of_account',
  'delete from identity.known_browser where account_id = $1',
);
const deleteExpired = sql(
  'identity.remove_old_known_browsers',
  'delete from identity.known_browser where expires_at < $1',
);

/** Browsers in which an account was signed in, by a cookie that proves nothing else. */
export interface KnownBrowsers {
  /** Returns the secret in a browser's cookie; empty when it has none. */
  read(request: FastifyRequest): string;
  /** @param nameKey key of the sign-in name */
  isKnown(secret: string, nameKey: string): Promise<boolean>;
  /**
   * Marks the browser as known for half a year and sets its cookie.
   * @returns `new` for a browser that is unknown while others are known; `first` when no browser is known.
   */
  remember(
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: string,
  ): Promise<'first' | 'known' | 'new'>;
  /** Call after a password change: browsers that used the old password become unknown. */
  deleteAllOf(tx: Sql, accountId: string): Promise<void>;
  /** Deletes expired browsers. @returns the number of rows deleted. */
  removeOld(now: Date): Promise<number>;
}

export function createKnownBrowsers(database: Database, identityOrigin: string): KnownBrowsers {
  const cookie = createCookie(identityOrigin, 'seller_connect_browser');
  const readSecret = (request: FastifyRequest) => cookie.read(request) ?? '';
  return {
    read: readSecret,
    async isKnown(secret, nameKey) {
      if (secret === '') return false;
      const rows = await database.query(findKnownBrowser, [hashToken(secret), nameKey, new Date()]);
      return rows.length > 0;
    },
    async remember(request, reply, accountId) {
      const secret = readSecret(request);
      // A value in another format is replaced, because an attacker may have set it.
      const browserSecret = secretPattern.test(secret) ? secret : generateSecret();
      const now = Date.now();
      const until = new Date(now + cookieMaxAgeSeconds * 1000);
      const values = [accountId, hashToken(browserSecret), new Date(now)];
      const [before] = await database.query<{ all: number; same: number }>(countOfAccount, values);
      await database.execute(upsertKnownBrowser, [hashToken(browserSecret), accountId, until]);
      cookie.write(reply, browserSecret, cookieMaxAgeSeconds);
      if (!before || before.all === 0) return 'first';
      return before.same > 0 ? 'known' : 'new';
    },
    async deleteAllOf(tx, accountId) {
      await tx.execute(deleteOfAccount, [accountId]);
    },
    removeOld: (now) => database.execute(deleteExpired, [now]),
  };
}
