import { sql } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { hashToken } from '../tokens/artifacts.ts';
import { generateSecret } from '../accounts/link-tokens.ts';
import type { PasswordRejection } from '../passwords/password-rules.ts';
import type { AccountDependencies, Caller, RateLimited } from './registration.ts';
import { administratorRole } from '../roles/roles.ts';

const linkLifetimeMs = 24 * 60 * 60_000;
/** Processes that start together print one link, not one each that ends the other. */
const startupWindowMs = 60_000;

const administratorExists = `exists (select from identity.account_role r join identity.account a on a.id = r.account_id
  where r.role = '${administratorRole}' and a.disabled_at is null and not a.demo)`;
const upsertLink = sql(
  'identity.offer_first_administrator',
  `insert into identity.first_administrator (token_hash, created_at, expires_at)
   select $1, $2, $3 where not ${administratorExists}
   on conflict (is_only) do update set token_hash = excluded.token_hash,
     created_at = excluded.created_at, expires_at = excluded.expires_at
   where first_administrator.created_at < $4`,
);
const deleteLink = sql(
  'identity.withdraw_first_administrator',
  `delete from identity.first_administrator where ${administratorExists} or $1`,
);
const findLink = sql(
  'identity.look_at_first_administrator',
  `select 1 from identity.first_administrator
   where token_hash = $1 and expires_at > $2 and not ${administratorExists}`,
);
const lockLink = sql(
  'identity.hold_first_administrator',
  `select 1 from identity.first_administrator where token_hash = $1 and expires_at > $2 for update`,
);

export type FirstAdministratorResult =
  | { outcome: 'done' }
  | { outcome: 'link_expired' }
  | { outcome: 'email_taken' }
  | { outcome: PasswordRejection }
  | RateLimited;

/**
 * There is no account that comes with the program. Where nobody may assign roles and no address is named for it, a
 * start prints a link, once, by which its reader makes the first administrator.
 */
export interface FirstAdministrator {
  /** Prints a new link where one is needed; an earlier one ends. */
  offer(now?: Date): Promise<void>;
  canCreate(secret: string): Promise<boolean>;
  /** @throws HashingBusy */
  create(
    given: { secret: string; name: string; email: string; password: string },
    caller: Caller,
  ): Promise<FirstAdministratorResult>;
}

export function createFirstAdministrator(
  dependencies: AccountDependencies & {
    identityOrigin: string;
    /** False in demo mode, and where the configuration names the administrator. */
    needed: boolean;
    log: Pick<Log, 'warn'>;
  },
): FirstAdministrator {
  const { database, accounts, passwords, rules, limits, security, identityOrigin, log } =
    dependencies;
  return {
    async offer(now = new Date()) {
      await database.execute(deleteLink, [!dependencies.needed]);
      if (!dependencies.needed) return;
      const secret = generateSecret();
      const until = new Date(now.getTime() + linkLifetimeMs);
      const before = new Date(now.getTime() - startupWindowMs);
      if ((await database.execute(upsertLink, [hashToken(secret), now, until, before])) === 0)
        return;
      const link = new URL('/first-administrator', identityOrigin);
      link.searchParams.set('token', secret);
      log.warn(
        { openOnce: link.href, until: until.toISOString() },
        'nobody administers this installation: open this link to make the first administrator',
      );
    },

    async canCreate(secret) {
      const rows = await database.query(findLink, [hashToken(secret), new Date()]);
      return rows.length > 0;
    },

    async create({ secret, name, email, password }, { language: _language, ...about }) {
      const event = { event: 'first_administrator', ...about } as const;
      const rateLimit = await limits.admitAddress(about.address);
      if (rateLimit) {
        security({ ...event, result: 'refused', reason: 'rate_limited', actor: null });
        return { outcome: 'rate_limited', ...rateLimit };
      }
      const reject = <Outcome extends string>(outcome: Outcome, result: 'failed' | 'refused') => {
        security({ ...event, result, reason: outcome, actor: null });
        return { outcome };
      };
      const values = [hashToken(secret), new Date()];
      if ((await database.query(findLink, values)).length === 0) {
        return reject('link_expired', 'failed');
      }
      const rejection = await rules.judge(password, { name, email });
      if (rejection) return reject(rejection, 'refused');
      const hash = await passwords.hash(password, about.address);
      const created = await database.transaction(async (tx) => {
        // Of any number of parallel calls one goes on; the others find nothing any more.
        if ((await tx.query(lockLink, values)).length === 0) return 'link_expired';
        const roles = ['seller', administratorRole];
        // The address is not proven: whoever holds the secret may name any.
        const account = await accounts.createIn(tx, { email, name, password: hash, roles });
        if (!account) return 'email_taken';
        await tx.execute(deleteLink, [true]);
        return account.sub;
      });
      if (created === 'link_expired') return reject(created, 'failed');
      if (created === 'email_taken') return reject(created, 'refused');
      security({ ...event, result: 'succeeded', reason: 'secret_from_the_log', actor: created });
      return { outcome: 'done' };
    },
  };
}
