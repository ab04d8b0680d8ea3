import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Database, type Sql } from '../../platform/database/database.ts';
import { createCookie } from '../http/cookies.ts';
import { generateSecret, hashToken, secretPattern } from '../../platform/secrets.ts';
import type { Language } from '../../platform/http/problem.ts';
import { emailKinds } from '../emails/emails.ts';
import { linkLifetimesMs } from '../accounts/link-tokens.ts';
import type { MailQueue } from '../../platform/mail/mail-queue.ts';
import type { AccountStore } from '../accounts/accounts.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { describeUserAgent } from '../../platform/http/user-agent.ts';

const cookieMaxAgeSeconds = 180 * 24 * 60 * 60;

const findKnownBrowser = sql(
  'identity.find_known_browser',
  `select 1 from identity.known_browser b join identity.account a on a.id = b.account_id
   where b.browser_hash = $1 and b.expires_at > $3 and (a.username_key = $2 or a.email_key = $2)`,
);
// The first part sees the rows as they were before the second one.
const upsertKnownBrowser = sql(
  'identity.save_known_browser',
  `with known as (
     select browser_hash from identity.known_browser where account_id = $1 and expires_at > $3
   ), saved as (
     insert into identity.known_browser (browser_hash, account_id, expires_at) values ($2, $1, $4)
     on conflict (browser_hash, account_id) do update set expires_at = excluded.expires_at
   )
   select case when exists (select from known where browser_hash = $2) then 'known'
     when exists (select from known) then 'new' else 'first' end as outcome`,
);
const deleteOfAccount = sql(
  'identity.remove_known_browsers_of_account',
  'delete from identity.known_browser where account_id = $1',
);
const deleteExpired = sql(
  'identity.remove_old_known_browsers',
  'delete from identity.known_browser where expires_at < $1',
);

type RememberedBrowser = 'first' | 'known' | 'new';

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
  ): Promise<RememberedBrowser>;
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
      const now = new Date();
      const until = new Date(now.getTime() + cookieMaxAgeSeconds * 1000);
      const [row] = await database.query<{ outcome: RememberedBrowser }>(upsertKnownBrowser, [
        accountId,
        hashToken(browserSecret),
        now,
        until,
      ]);
      cookie.write(reply, browserSecret, cookieMaxAgeSeconds);
      return row?.outcome ?? 'first';
    },
    async deleteAllOf(tx, accountId) {
      await tx.execute(deleteOfAccount, [accountId]);
    },
    removeOld: (now) => database.execute(deleteExpired, [now]),
  };
}

/** Marks a browser as known after a sign-in, and emails the owner if the account already has other known browsers. */
export type RememberBrowser = (
  request: FastifyRequest,
  reply: FastifyReply,
  about: { accountId: string; language: Language },
) => Promise<void>;

/**
 * The first sign-in of an account, and the first after a password change, send no email, because no browser is
 * known then. At most five emails are sent a day, for users whose browser deletes its cookies.
 */
export function createRememberBrowser({
  database,
  accounts,
  browsers,
  limits,
  mail,
}: {
  database: Database;
  accounts: Pick<AccountStore, 'find'>;
  browsers: Pick<KnownBrowsers, 'remember'>;
  limits: Pick<AttemptLimits, 'admitNewBrowserEmail'>;
  mail: MailQueue;
}): RememberBrowser {
  return async (request, reply, { accountId, language }) => {
    if ((await browsers.remember(request, reply, accountId)) !== 'new' || !mail.available) return;
    const email = (await accounts.find(accountId))?.email;
    if (!email || !(await limits.admitNewBrowserEmail(accountId))) return;
    const browser = describeUserAgent(request.headers['user-agent'] ?? '');
    const data = { email, language, browser, address: request.ip, at: new Date() };
    await database.transaction((tx) =>
      mail.queue(tx, emailKinds.newBrowser, data, linkLifetimesMs.registration),
    );
    mail.wake();
  };
}
