import type { Configuration } from '../../platform/config/configuration.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Language } from '../../platform/http/problem.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AttemptLimits } from '../sign-in/attempt-limits.ts';
import type { SecurityLog } from '../http/security-log.ts';
import { rateLimited } from '../http/form-problems.ts';
import { googleApplication } from './application.ts';
import { createAttempts } from './login-attempts.ts';
import { ProviderUnavailable } from '../http/provider-client.ts';
import { GoogleRefusal, createGoogleIdentity } from './google-client.ts';
import { createLinks } from '../accounts/external-identities.ts';
import { googleProblem } from './problems.ts';
import type { GoogleRoutesOptions } from './routes.ts';
import { createGoogleSignIn } from './sign-in.ts';

export interface Google {
  /** For the routes of the login. */
  routes: GoogleRoutesOptions['google'];
  /** The account was proven by its password in this login: a Google account that waits for it is linked. */
  proven(
    interaction: string,
    accountId: string,
    caller: { address: string; requestId: string; language: Language },
  ): Promise<void>;
  /**
   * The account here of the person behind a Google access token.
   * @throws Problem when Google does not confirm the token, or knows a person whom nobody here is.
   */
  accountByToken(
    accessToken: string,
    caller: { address: string; requestId: string },
  ): Promise<{ sub: string; tenantId: string }>;
  /** @returns rows deleted. */
  removeOld(now: Date): Promise<number>;
}

export function createGoogle(parts: {
  configuration: Configuration;
  database: Database;
  accounts: Accounts;
  security: SecurityLog;
  log: Pick<Log, 'error'>;
  limits: Pick<AttemptLimits, 'admitGoogleToken'>;
  /** Tells the account's mailbox that Google opens it now. */
  tellLinked(tx: Sql, accountId: string, language: Language): Promise<void>;
}): Google {
  const { configuration, database, accounts, security, log } = parts;
  const application = googleApplication(configuration);
  const identity = application && createGoogleIdentity(application);
  const links = createLinks(database);
  const attempts = createAttempts(database, configuration.identityOrigin);
  const signIn = createGoogleSignIn({ database, accounts, links });

  return {
    routes: { identity, attempts, signIn, security },

    async proven(interaction, accountId, { language, ...about }) {
      const linked = await links.proven(interaction, accountId, (tx) =>
        parts.tellLinked(tx, accountId, language),
      );
      if (!linked) return;
      const event = { event: 'google_link', reason: 'proven', actor: accountId, ...about };
      security({ ...event, result: 'succeeded' });
    },

    async accountByToken(accessToken, caller) {
      const event = { event: 'google_token', ...caller } as const;
      const refuse = (reason: string, actor: string | null = null) =>
        security({ ...event, result: 'refused', reason, actor });
      if (!identity) throw googleProblem('google_not_offered');
      const limited = await parts.limits.admitGoogleToken(caller.address);
      if (limited) {
        refuse('rate_limited');
        throw rateLimited(limited.retryAfterSeconds);
      }
      try {
        const person = await identity.byAccessToken(accessToken);
        const accountId = await links.accountOf(person);
        if (accountId === null) {
          refuse('not_linked');
          throw googleProblem('google_account_unknown');
        }
        const account = await accounts.find(accountId);
        if (!account) {
          refuse('account_closed', accountId);
          throw googleProblem('google_account_closed');
        }
        security({ ...event, result: 'succeeded', reason: 'known', actor: accountId });
        return { sub: account.sub, tenantId: account.tenantId };
      } catch (error) {
        if (error instanceof GoogleRefusal) {
          refuse(error.reason);
          throw googleProblem('google_refused');
        }
        if (!(error instanceof ProviderUnavailable)) throw error;
        refuse('google_unavailable');
        log.error({ err: error }, 'Google could not be reached');
        throw googleProblem('google_unavailable');
      }
    },

    removeOld: async (now) => (await attempts.removeOld(now)) + (await links.removeOld(now)),
  };
}
