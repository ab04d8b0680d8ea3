import { sql } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PasswordRejection } from '../passwords/password-rules.ts';
import { createRejection, type Caller } from '../http/security-log.ts';
import type { AccountDependencies, RateLimited } from './registration.ts';
import { administratorRole } from '../roles/roles.ts';
import { generateSecret, hashToken } from '../../platform/secrets.ts';

const linkLifetimeMs = 24 * 60 * 60_000;
/** Processes that start within this time log one link instead of replacing each other's. */
const startupWindowMs = 60_000;

const administratorExists = `exists (select from identity.account_role r join identity.account a on a.id = r.account_id
  where r.role = '${administratorRole}' and a.disabled_at is null and not a.is_demo)`;
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
  'identity.find_first_administrator_link',
  `select 1 from identity.first_administrator
   where token_hash = $1 and expires_at > $2 and not ${administratorExists}`,
);
const lockLink = sql(
  'identity.lock_first_administrator',
  `select 1 from identity.first_administrator where token_hash = $1 and expires_at > $2 for update`,
);

type FirstAdministratorResult =
  | { outcome: 'done' }
  | { outcome: 'link_expired' }
  | { outcome: 'email_taken' }
  | { outcome: PasswordRejection }
  | RateLimited;

/**
 * Creates the first administrator, since the program comes without accounts. If no account may assign roles and the
 * configuration names no administrator, startup logs a one-time link; opening it creates the first administrator.
 */
export interface FirstAdministrator {
  /** Logs a new link if one is needed; it replaces an earlier one. */
  offer(): Promise<void>;
  canCreate(secret: string): Promise<boolean>;
  /** Creates the administrator and consumes the link. @throws HashingBusy */
  create(
    given: { secret: string; name: string; email: string; password: string },
    caller: Caller,
  ): Promise<FirstAdministratorResult>;
}

export function createFirstAdministrator(
  dependencies: AccountDependencies & {
    identityOrigin: string;
    /** False in demo mode and when the configuration names an administrator. */
    needed: boolean;
    log: Pick<Log, 'warn'>;
  },
): FirstAdministrator {
  const { database, accounts, passwords, rules, limits, security, identityOrigin, log } =
    dependencies;
  return {
    async offer() {
      await database.execute(deleteLink, [!dependencies.needed]);
      if (!dependencies.needed) return;
      const secret = generateSecret();
      const now = new Date();
      const until = new Date(now.getTime() + linkLifetimeMs);
      const before = new Date(now.getTime() - startupWindowMs);
      if ((await database.execute(upsertLink, [hashToken(secret), now, until, before])) === 0)
        return;
      const link = new URL('/first-administrator', identityOrigin);
      link.searchParams.set('token', secret);
      log.warn(
        {
          event: 'identity.administrator_missing',
          openOnce: link.href,
          until: until.toISOString(),
        },
        'This installation has no administrator: open this link to make the first one',
      );
    },

    async canCreate(secret) {
      const rows = await database.query(findLink, [hashToken(secret), new Date()]);
      return rows.length > 0;
    },

    async create({ secret, name, email, password }, { language: _language, ...about }) {
      const event = { event: 'first_administrator', ...about } as const;
      const reject = createRejection(security, { ...event, actor: null });
      const rateLimit = await limits.admitAddress(about.address);
      if (rateLimit) return { ...reject('refused', 'rate_limited'), ...rateLimit };
      const values = [hashToken(secret), new Date()];
      if ((await database.query(findLink, values)).length === 0) {
        return reject('failed', 'link_expired');
      }
      const rejection = await rules.judge(password, { name, email });
      if (rejection) return reject('refused', rejection);
      const hash = await passwords.hash(password, about.address);
      const created = await database.transaction(async (tx) => {
        // The lock admits one of several parallel calls; the others then find no link.
        if ((await tx.query(lockLink, values)).length === 0) return 'link_expired';
        const roles = ['seller', administratorRole];
        // The address is not proven, because the holder of the secret may enter any.
        const account = await accounts.createIn(tx, { email, name, password: hash, roles });
        if (!account) return 'email_taken';
        await tx.execute(deleteLink, [true]);
        return account.sub;
      });
      if (created === 'link_expired') return reject('failed', created);
      if (created === 'email_taken') return reject('refused', created);
      security({ ...event, result: 'succeeded', reason: 'secret_from_the_log', actor: created });
      return { outcome: 'done' };
    },
  };
}
