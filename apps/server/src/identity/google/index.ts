import type { Configuration } from '../../platform/config/configuration.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Language } from '../../platform/http/problem.ts';
import type { AccountStore } from '../accounts/accounts.ts';
import type { AttemptLimits } from '../sign-in/attempt-limits.ts';
import type { SecurityLog } from '../http/security-log.ts';
import { tooManyAttemptsProblem } from '../http/login-errors.ts';
import { googleApplication } from './application.ts';
import { createLoginAttempts } from './login-attempts.ts';
import { createGoogleClient } from './google-client.ts';
import { createExternalIdentities } from '../accounts/external-identities.ts';
import { toGoogleProblem, googleProblem } from './problems.ts';
import type { GoogleRoutesOptions } from './routes.ts';
import { createGoogleSignIn } from './sign-in.ts';

export interface Google {
  /** Options of the login routes. */
  routes: GoogleRoutesOptions['google'];
  /** Links the Google account that waits for proof in this login, after the account was proven by its password. */
  confirmPendingLink(
    interaction: string,
    accountId: string,
    caller: { address: string; requestId: string; language: Language },
  ): Promise<void>;
  /**
   * Returns the account linked to the owner of a Google access token.
   * @throws Problem when Google does not confirm the token, when no account is linked, or when the account is
   * closed
   */
  accountByToken(
    accessToken: string,
    caller: { address: string; requestId: string },
  ): Promise<{ sub: string; tenantId: string }>;
  /** Deletes expired attempts and pending links. @returns the number of rows deleted. */
  removeOld(now: Date): Promise<number>;
}

export function createGoogle(dependencies: {
  configuration: Configuration;
  database: Database;
  accounts: AccountStore;
  security: SecurityLog;
  log: Pick<Log, 'error'>;
  limits: Pick<AttemptLimits, 'admitGoogleToken'>;
  /** Notifies the account's mailbox of the new link to Google. */
  sendLinkedNotice(tx: Sql, accountId: string, language: Language): Promise<void>;
}): Google {
  const { configuration, database, accounts, security, log } = dependencies;
  const application = googleApplication(configuration);
  const identity = application && createGoogleClient(application);
  const externalIdentities = createExternalIdentities(database);
  const attempts = createLoginAttempts(database, configuration.identityOrigin);
  const signIn = createGoogleSignIn({ database, accounts, links: externalIdentities });

  return {
    routes: { identity, attempts, signIn, links: externalIdentities, security },

    async confirmPendingLink(interaction, accountId, { language, ...about }) {
      const linked = await externalIdentities.confirmPending(interaction, accountId, (tx) =>
        dependencies.sendLinkedNotice(tx, accountId, language),
      );
      if (!linked) return;
      const event = { event: 'google_link', reason: 'proven', actor: accountId, ...about };
      security({ ...event, result: 'succeeded' });
    },

    async accountByToken(accessToken, caller) {
      const event = { event: 'google_token', ...caller } as const;
      const logRefusal = (reason: string, actor: string | null = null) =>
        security({ ...event, result: 'refused', reason, actor });
      if (!identity) throw googleProblem('google_not_offered');
      const rateLimit = await dependencies.limits.admitGoogleToken(caller.address);
      if (rateLimit) {
        logRefusal('rate_limited');
        throw tooManyAttemptsProblem(rateLimit.retryAfterSeconds);
      }
      const profile = await identity.byAccessToken(accessToken).catch((error: unknown) => {
        throw toGoogleProblem(error, { log, logRefusal, requestId: caller.requestId });
      });
      const accountId = await externalIdentities.accountOf(profile);
      if (accountId === null) {
        logRefusal('not_linked');
        throw googleProblem('google_account_unknown');
      }
      const account = await accounts.find(accountId);
      if (!account) {
        logRefusal('account_closed', accountId);
        throw googleProblem('google_account_closed');
      }
      security({ ...event, result: 'succeeded', reason: 'known', actor: accountId });
      return { sub: account.sub, tenantId: account.tenantId };
    },

    removeOld: async (now) =>
      (await attempts.removeOld(now)) + (await externalIdentities.removeOld(now)),
  };
}
