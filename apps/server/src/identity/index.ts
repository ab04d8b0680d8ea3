import { hashToken } from '../platform/secrets.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import type { Configuration } from '../platform/config/configuration.ts';
import { sql, type Database } from '../platform/database/database.ts';
import { registerHealthRoutes, type HealthOptions } from '../platform/telemetry/health.ts';
import { createApp, type IdentitySession } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { startPolling, type Polling } from '../platform/poll.ts';
import { waitForAll } from '../platform/process/shutdown.ts';
import type { EmailComposer, EmailDropped } from '../platform/mail/mail-queue.ts';
import { productScope } from '../platform/http/scopes.ts';
import type { Vault } from '../platform/vault/vault.ts';
import { toPageConfiguration, webBuildFolder } from '../web/index.ts';
import type { GrantAssistant } from './assistants/consent-routes.ts';
import { assistantResource } from './assistants/clients.ts';
import {
  verifyAssistantToken,
  verifyAccessToken,
  type VerifiedToken,
  type DpopProof,
} from './tokens/access-tokens.ts';
import { createAccountServices } from './account-services.ts';
import { createAccountStore, type Account } from './accounts/accounts.ts';
import { deleteExpiredArtifacts } from './tokens/artifacts.ts';
import { createAttemptLimits, type RateLimitResult } from './sign-in/attempt-limits.ts';
import { createBackendSessionStore } from './backend-for-frontend/backend-sessions.ts';
import { seedDemoAccounts } from './accounts/demo-accounts.ts';
import { createGoogle } from './google/index.ts';
import { createKnownBrowsers } from './sign-in/known-browsers.ts';
import { normalizePageUrl } from './login-area/page-paths.ts';
import { identityRoutes } from './routes.ts';
import { isSignInFresh } from './me/own-account.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts';
import { createProvider } from './protocol/provider.ts';
import { createRemovedAccounts, type OnAccountRemoved } from './accounts/removed-accounts.ts';
import { createSecurityLog } from './http/security-log.ts';
import type { AccountDependencies } from './registration/registration.ts';
import {
  createFindSession,
  findSignedInAt,
  createSignInsEndedNotifier,
  type OnSignInStarted,
  type OnSignInsEnded,
} from './tokens/sessions.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { createAccountTeams, type AccountTeams } from './accounts/account-teams.ts';
import {
  createSigningKeys,
  keyLifetimeMs,
  keyReloadIntervalMs,
  type GenerateKeyPair,
} from './tokens/signing-keys.ts';

export { plainPageSecurityPolicy, renderPlainPage, type PlainPage } from './http/plain-page.ts';
export type { Account } from './accounts/accounts.ts';
export { createOutsideSignIns, type OutsideSignIns } from './outside/index.ts';
export type { VerifiedToken } from './tokens/access-tokens.ts';

export interface IdentityDependencies {
  configuration: Configuration;
  /** Connection with the role `seller_connect_identity`. */
  database: Database;
  vault: Vault;
  log: Log;
  /** How passwords are hashed and verified; `createPasswordHasher` by default. */
  passwords?: PasswordHasher;
  /** Email composers of other domains, by kind; their emails share the queue of the identity provider. */
  emailComposers: Readonly<Record<string, EmailComposer>>;
  /** Reports of emails that were given up, by kind. */
  onEmailDropped: Readonly<Record<string, EmailDropped>>;
  /** Called before an account is removed. @throws Problem when it cannot be removed yet, such as a team's last owner */
  beforeRemoval: (who: { sub: string; tenantId: string }) => Promise<void>;
  /**
   * Deletes other domains' data of a removed account. Called right after the removal, and again until it succeeds,
   * also after a restart.
   */
  onAccountRemoved: OnAccountRemoved;
  /**
   * Called when a Google login has started a session. Failures are logged; what it would have bound expires by
   * itself.
   */
  onSignInStarted: OnSignInStarted;
  /** Ends what other domains opened for ended sign-ins. Failures are logged; what stays open expires by itself. */
  onSignInsEnded: OnSignInsEnded;
  /** Report access that a user has granted to reporting tools; setting a new password can revoke it. */
  reportAccess: AccountDependencies['reportAccess'];
  /** Gives an assistant access to the reports of the user's team. @throws Problem if the user may not */
  grantAssistant: GrantAssistant;
  /** Fetches the metadata document of an assistant's client; the global `fetch` by default. */
  fetchClientDocument?: typeof fetch;
  /** Generates signing keys; jose's `generateKeyPair` by default. */
  generateKeyPair?: GenerateKeyPair;
  /** Folder of the web build; defaults to the one next to the server. */
  build?: string;
  /** Health checks and metadata that the provider's own listener reports besides its database. */
  health?: Omit<HealthOptions, 'checks'>;
}

export interface Identity extends AccountTeams {
  /** Creates missing keys and demo accounts, then listens on HOST and IDENTITY_PORT. */
  listen(): Promise<void>;
  close(): Promise<void>;
  /**
   * Mounts the provider on the application's listener instead, for one origin for both.
   * @param application sends the application's page.
   */
  mount(
    app: FastifyInstance,
    application: (reply: FastifyReply) => Promise<FastifyReply>,
  ): Promise<void>;
  /**
   * Verifies a token for the product. Uses the database only, so it works in a process without the identity role.
   * @param use the DPoP proof for a key-bound token.
   */
  verifyAccessToken(token: string, use?: DpopProof): Promise<VerifiedToken | null>;
  /** Returns the team and the grant of an assistant's access token; null for any other token. */
  verifyAssistantToken(token: string): Promise<{ tenantId: string; grantHash: Buffer } | null>;
  /** Returns who calls the product with this access token and what they may do now; null for an invalid token. */
  identify(token: string): Promise<IdentitySession | null>;
  /** Returns an account; null when it is unknown or disabled. */
  account(sub: string): Promise<Account | null>;
  /** Returns a demo account; null outside demo mode and for any other account. */
  demoAccount(email: string): Promise<Account | null>;
  /** Checks the rate limit for trying the secret of an emailed link from this address. */
  admitLink(address: string): Promise<RateLimitResult>;
  /** False when no mail server is configured. */
  readonly canSendEmails: boolean;
  /**
   * Whether the user signed in to this session recently enough for sensitive changes.
   * @param sessionUid null when the token has no session; the result is then false.
   */
  isSignInFresh(sessionUid: string | null): Promise<boolean>;
  /** Whether a session has not ended. */
  isSignInActive(sessionUid: string): Promise<boolean>;
  /**
   * Returns the account linked to the owner of a Google access token that was issued to this installation.
   * @throws Problem when Google does not confirm the token or no account is linked to it
   */
  googleAccount(
    accessToken: string,
    caller: { address: string; requestId: string },
  ): Promise<{ sub: string; tenantId: string }>;
  /**
   * Creates new signing keys. They are published immediately and start signing minutes later. The old keys stay
   * published until the last token they signed has expired.
   */
  rotateSigningKeys(options?: { aheadMs?: number }): Promise<void>;
  /**
   * Runs the maintenance that a running provider does every ten minutes: deletes expired rows and replaces signing
   * keys older than 90 days.
   * @returns the number of rows deleted.
   */
  maintain(now?: Date): Promise<number>;
}

const pingStatement = sql('identity.ping', 'select 1 from identity.role limit 1');

const maintenanceIntervalMs = 10 * 60_000;
/** How often unfinished removals are announced to the other domains again. */
const removalRetryIntervalMs = 60_000;

export function createIdentity(options: IdentityDependencies): Identity {
  const { configuration, database, log } = options;
  const { demo, appOrigin, identityOrigin } = configuration;
  const accounts = createAccountStore(database, { demo });
  const { passwords = createPasswordHasher() } = options;
  const limits = createAttemptLimits(database);
  const keys = createSigningKeys(database, options.vault, options.generateKeyPair);
  const logSecurityEvent = createSecurityLog(log);
  const backend = createBackendSessionStore(database, { demo, identityOrigin });
  const removedAccounts = createRemovedAccounts({
    database,
    onAccountRemoved: options.onAccountRemoved,
    log,
  });
  const onSignInStarted: OnSignInStarted = async (who, signInId) => {
    await options.onSignInStarted(who, signInId).catch((error: unknown) => {
      log.error(
        { event: 'identity.sign_in_unbound', err: error, actor: who.sub },
        'Sign-in could not be bound to the sessions it opened',
      );
    });
  };
  const onSignInsEnded = createSignInsEndedNotifier(options.onSignInsEnded, log);
  const browsers = createKnownBrowsers(database, identityOrigin);
  const accountDependencies = {
    configuration,
    database,
    accounts,
    passwords,
    limits,
    browsers,
    security: logSecurityEvent,
    removed: removedAccounts,
    signInsEnded: onSignInsEnded,
    reportAccess: options.reportAccess,
    log,
  };
  const accountServices = createAccountServices({
    ...accountDependencies,
    emailComposers: options.emailComposers,
    onEmailDropped: options.onEmailDropped,
    beforeRemoval: options.beforeRemoval,
  });
  const signIn = createSignIn({
    ...accountDependencies,
    unlock: accountServices.unlock,
    onError: (error) =>
      log.error({ event: 'identity.email_not_queued', err: error }, 'Email could not be queued'),
  });
  const google = createGoogle({
    ...accountDependencies,
    sendLinkedNotice: (tx, sub, language) =>
      accountServices.queueNotification(tx, sub, 'google_linked', language),
  });
  const pollings: Polling[] = [];
  let current: { provider: Provider; version: string } | undefined;
  let app: FastifyInstance | undefined;

  /** Creates the provider again when its keys change. It holds no other state. */
  async function loadKeys(): Promise<void> {
    const set = await keys.load();
    if (set.version === current?.version) return;
    const provider = createProvider({
      configuration,
      database,
      accounts,
      backend,
      security: logSecurityEvent,
      signInsEnded: onSignInsEnded,
      onSignInStarted,
      fetchClientDocument: options.fetchClientDocument,
      log,
      keys: set.keys,
    });
    current = { provider, version: set.version };
  }

  function currentProvider(): Provider {
    if (!current) throw new Error('The identity provider has not been started');
    return current.provider;
  }

  const verify = (token: string, use?: DpopProof) =>
    verifyAccessToken(database, token, { demo, use });
  /** Rejects tokens issued for something other than the product. */
  async function verifyForProduct(token: string, use?: DpopProof): Promise<VerifiedToken | null> {
    const verified = await verify(token, use);
    return verified?.scopes.includes(productScope) ? verified : null;
  }

  async function runMaintenance(now = new Date()): Promise<number> {
    const deletedRows = [
      await deleteExpiredArtifacts(database, now),
      await google.removeOld(now),
      await backend.removeExpired(now),
      await accountServices.removeOld(now),
      await limits.removeOld(now),
      await keys.removeOld(now),
    ];
    await accountServices.grantAdministrator();
    await keys.rotate({ now, ifOlderThanMs: keyLifetimeMs });
    return deletedRows.reduce((sum, rows) => sum + rows, 0);
  }

  function runEvery(
    work: (stopping: AbortSignal) => Promise<unknown>,
    intervalMs: number,
    failure: [string, string],
  ): void {
    const [event, message] = failure;
    const onError = (error: unknown) => log.error({ event, err: error }, message);
    pollings.push(startPolling(work, { intervalMs, isDelayed: true, onError }));
  }

  async function mount(
    target: FastifyInstance,
    application?: (reply: FastifyReply) => Promise<FastifyReply>,
  ): Promise<void> {
    accountServices.start();
    runEvery((stopping) => removedAccounts.notifyDomains(stopping), removalRetryIntervalMs, [
      'identity.removal_notice_failed',
      'Domains could not be notified of removed accounts',
    ]);
    // Users sign in at an outside provider, so only the mail queue and the removals of accounts are needed.
    if (configuration.outside) return;
    await seedDemoAccounts({ database, accounts, passwords, demo });
    await accountServices.grantAdministrator();
    await accountServices.firstAdministrator.offer();
    await loadKeys();
    await target.register(identityRoutes, {
      appOrigin,
      identityOrigin,
      build: options.build ?? webBuildFolder,
      pageConfiguration: toPageConfiguration(configuration),
      demo,
      retention: {
        rawDays: configuration.RAW_RETENTION_DAYS,
        disconnectedDays: configuration.DISCONNECTED_DATA_DAYS,
      },
      provider: currentProvider,
      signIn,
      browsers,
      signedInWith: accountServices.signedInWith,
      google,
      accountServices,
      accounts,
      grantAssistant: options.grantAssistant,
      verifyToken: verify,
      findSession: createFindSession(database, { demo }),
      backend,
      application,
    });
    runEvery(loadKeys, keyReloadIntervalMs, [
      'identity.signing_keys_unreadable',
      'Signing keys could not be read',
    ]);
    runEvery(() => runMaintenance(), maintenanceIntervalMs, [
      'identity.maintenance_failed',
      'Maintenance of sign-in data failed',
    ]);
  }

  return {
    mount,
    async listen() {
      app = createApp(log, {
        trustedProxies: configuration.trustedProxies,
        isHttps: configuration.identityOrigin.startsWith('https:'),
        rewriteUrl: normalizePageUrl,
      });
      const checks = [{ name: 'database', check: () => database.query(pingStatement) }];
      registerHealthRoutes(app, { ...options.health, checks });
      await mount(app);
      await app.listen({ host: configuration.HOST, port: configuration.IDENTITY_PORT });
    },
    async close() {
      const parts = [...(app ? [app.close()] : []), ...pollings.map((polling) => polling.stop())];
      try {
        await waitForAll(parts);
      } finally {
        await accountServices.stop();
      }
    },
    verifyAccessToken: verifyForProduct,
    verifyAssistantToken: (token) =>
      verifyAssistantToken(database, token, { demo, resource: assistantResource(appOrigin) }),
    async identify(token) {
      const verified = await verifyForProduct(token);
      if (!verified) return null;
      const { sub, tenantId, name, email, permissions, expiresAt } = verified;
      const displayName = name ?? email ?? '';
      const tokenHash = hashToken(token);
      return { tenantId, accountId: sub, name: displayName, permissions, expiresAt, tokenHash };
    },
    account: (sub) => accounts.find(sub),
    async demoAccount(email) {
      const found = await accounts.credentials(email);
      const account = found && (await accounts.find(found.accountId));
      return account?.demo ? account : null;
    },
    googleAccount: (accessToken, caller) => google.accountByToken(accessToken, caller),
    ...createAccountTeams(database),
    admitLink: (address) => limits.admitAddress(address),
    canSendEmails: accountServices.canSendEmails,
    isSignInFresh: async (uid) =>
      uid !== null && isSignInFresh(await findSignedInAt(database, uid)),
    isSignInActive: async (uid) => (await findSignedInAt(database, uid)) !== null,
    async rotateSigningKeys(rotation) {
      await keys.rotate(rotation);
      if (current) await loadKeys();
    },
    maintain: runMaintenance,
  };
}
