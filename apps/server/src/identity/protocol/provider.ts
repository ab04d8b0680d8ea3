import {
  Provider,
  interactionPolicy,
  type Configuration as ProviderConfiguration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Configuration } from '../../platform/config/configuration.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { accountScope, productScope } from '../../platform/http/scopes.ts';
import type { AccountStore } from '../accounts/accounts.ts';
import { deleteUnusedCode, createArtifactAdapter, extendSession } from '../tokens/artifacts.ts';
import type { BackendSessionStore } from '../backend-for-frontend/backend-sessions.ts';
import { createBrowserState, sessionFramePath } from './browser-state.ts';
import { claimsByScope, toClaims } from './claims.ts';
import { isFirstParty, webClient } from '../tokens/web-client.ts';
import type { OnSignInStarted, OnSignInsEnded } from '../accounts/sign-in-events.ts';
import { createErrorPage } from '../http/error-pages.ts';
import { createLogout } from './logout.ts';
import { createRequestFacts, logProviderEvents } from './provider-events.ts';
import { parseReturnPath, returnParameter } from '../http/return-path.ts';
import { recordSessionDetails } from '../tokens/session-details.ts';
import type { SecurityLog } from '../http/security-log.ts';
import {
  lifetimesSeconds,
  refreshTokenLifetimeSeconds,
  remainingSessionSeconds,
} from '../tokens/lifetimes.ts';
import {
  idTokenLifetimeSeconds,
  keyReloadIntervalMs,
  type KeySet,
} from '../tokens/signing-keys.ts';
import { respondByWebMessage, webMessageMode } from './web-message.ts';

export interface ProviderDependencies {
  configuration: Pick<Configuration, 'appOrigin' | 'identityOrigin'>;
  database: Database;
  accounts: AccountStore;
  keys: KeySet['keys'];
  backend: Pick<BackendSessionStore, 'endOfSession'>;
  security: SecurityLog;
  signInsEnded: OnSignInsEnded;
  signInBegan: OnSignInStarted;
  log: Pick<Log, 'error'>;
}

/** What the library sends before a page of it says more: `report-sample` is a place for script hashes, no source. */
export function defaultSecurityPolicy(appOrigin: string): string {
  return `default-src 'none'; script-src 'report-sample'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${appOrigin}`;
}

/**
 * Cookies ignore ports: the names tell ours apart from another service's on the same host. On https they carry
 * the prefixes that browsers enforce; only a cookie for every path may be called __Host-.
 */
export function cookieNames(identityOrigin: string) {
  const secure = identityOrigin.startsWith('https:');
  return {
    secure,
    session: `${secure ? '__Host-' : ''}seller_connect_identity`,
    interaction: `${secure ? '__Secure-' : ''}seller_connect_interaction`,
    resume: `${secure ? '__Secure-' : ''}seller_connect_resume`,
  };
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** One OpenID provider with one set of keys. All state is in the database, so that it can be replaced at any time. */
export function createProvider(dependencies: ProviderDependencies): Provider {
  const { configuration, database, accounts, security } = dependencies;
  const { appOrigin, identityOrigin } = configuration;
  const cookies = cookieNames(identityOrigin);
  const browserState = createBrowserState(identityOrigin);
  const logout = createLogout({
    database,
    appOrigin,
    identityOrigin,
    sessionCookie: { name: cookies.session, secure: cookies.secure },
    security,
  });

  const requestFacts = createRequestFacts();
  const settings: ProviderConfiguration = {
    adapter: createArtifactAdapter(
      database,
      (interactionId) => `${identityOrigin}/oauth/authorize/${interactionId}`,
      {
        found: (about) => requestFacts.add({ found: about }),
        revoked: () => requestFacts.add({ revoked: true }),
      },
    ),
    clients: [webClient(appOrigin)],
    jwks: { keys: dependencies.keys },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      userinfo: '/userinfo',
      end_session: '/oauth/logout',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    cookies: {
      names: { session: cookies.session, interaction: cookies.interaction, resume: cookies.resume },
      long: { httpOnly: true, sameSite: 'lax', secure: cookies.secure, path: '/' },
      short: { httpOnly: true, sameSite: 'lax', secure: cookies.secure },
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    scopes: ['openid', 'offline_access', accountScope, productScope],
    claims: Object.fromEntries(
      Object.entries(claimsByScope).map(([scope, claims]) => [scope, [...claims]]),
    ),
    // The login layer keeps the profile from the ID token (specification, section 3).
    conformIdTokenClaims: false,
    extraParams: [returnParameter],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => logout.renderConfirmation(ctx),
        postLogoutSuccessSource: (ctx) => logout.renderSignedOut(ctx),
      },
    },
    clientBasedCORS: (_ctx, origin) => origin === appOrigin,
    // Every token ends with the session that it came from; signing out leaves none behind.
    expiresWithSession: async () => true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: lifetimesSeconds.accessToken,
      AuthorizationCode: lifetimesSeconds.authorizationCode,
      IdToken: idTokenLifetimeSeconds,
      Interaction: lifetimesSeconds.interaction,
      Grant: lifetimesSeconds.grant,
      Session: (_ctx, session) => remainingSessionSeconds(session, nowSeconds()),
      RefreshToken: (ctx, token) =>
        refreshTokenLifetimeSeconds(token, ctx?.oidc?.entities.RotatedRefreshToken, nowSeconds()),
    },
    interactions: {
      policy: createLoginPolicy(),
      url: (_ctx, interaction) => `/oauth/interaction/${interaction.uid}`,
    },
    findAccount: async (_ctx, sub) => {
      const account = await accounts.find(sub);
      return account
        ? { accountId: account.sub, claims: async () => toClaims(account) }
        : undefined;
    },
    loadExistingGrant: loadOrCreateGrant,
    renderError: createErrorPage(appOrigin),
  };

  const provider = new Provider(identityOrigin, settings);
  // Every ID token names its session, for the calls that ask whether it still lives. The library does it for clients
  // with a logout address of their own only.
  provider.Client.prototype.includeSid = () => true;
  // The library looks at the mode first, whose default follows the type: a type that is not supported is told as that.
  const { responseModeAllowed } = provider.Client.prototype;
  provider.Client.prototype.responseModeAllowed = function allowed(mode, type, profile) {
    return type !== 'code' || responseModeAllowed.call(this, mode, type, profile);
  };
  provider.on('authorization.success', (ctx, response) => {
    if (response) browserState.addToResponse(ctx, response);
  });
  // Host, scheme and address come from headers that the listener itself sets from the configuration.
  provider.proxy = true;
  provider.registerResponseMode(webMessageMode, respondByWebMessage);
  provider.use(async (ctx, next) => {
    await next();
    if (isProviderContext(ctx)) await finishResponse(ctx);
  });
  logProviderEvents({ provider, security, log: dependencies.log, calls: requestFacts });
  return provider;

  async function finishResponse(ctx: KoaContextWithOIDC): Promise<void> {
    // The library opens some documents to every origin; here each origin is registered or has none.
    if (ctx.get('origin') !== appOrigin) ctx.remove('access-control-allow-origin');
    const { route, session, entities } = ctx.oidc;
    if (route === 'discovery' && isRecord(ctx.body)) {
      ctx.body = {
        ...ctx.body,
        response_modes_supported: ['query', webMessageMode],
        check_session_iframe: `${identityOrigin}${sessionFramePath}`,
      };
    }
    if (route === 'discovery' || route === 'jwks') {
      // Shorter than a new key is published before it signs.
      ctx.set('cache-control', `public, max-age=${keyReloadIntervalMs / 1000}`);
    }
    if (route === 'resume' && session?.accountId !== undefined && ctx.oidc.result?.login) {
      const userAgent = ctx.get('user-agent');
      const { uid, accountId } = session;
      await recordSessionDetails(database, { uid, accountId, userAgent, address: ctx.ip });
      // Google's logins name no method of ours.
      const account = ctx.oidc.result.login.amr ? null : await accounts.find(accountId);
      if (account) await dependencies.signInBegan(account, uid);
    }
    // The link from the letter was opened in a tab that knows of no login: the application begins one, and finds
    // the session.
    const beginAt =
      route === 'resume' ? parseReturnPath(ctx.oidc.result?.['beginAt'], appOrigin) : null;
    if (beginAt !== null && ctx.status === 303) {
      ctx.redirect(`${appOrigin}${beginAt}`);
      ctx.status = 303;
    }
    if (route === 'end_session' && ctx.status === 200 && session && !session.accountId) {
      await logout.withoutSession(ctx);
    }
    // The library marks a session that it has ended, but does not say so in its types.
    const ended = session && Reflect.get(session, 'destroyed') === true;
    if (ended) await dependencies.backend.endOfSession(session.uid);
    const { found, revoked, codeRefused } = requestFacts.of(ctx);
    if (codeRefused && found?.model === 'AuthorizationCode')
      await deleteUnusedCode(database, found.id);
    // What the core service has opened ends with the sign-in, in every tab.
    const accountId = (ended ? null : found?.accountId) ?? session?.accountId;
    const uid = (ended ? null : found?.sessionUid) ?? session?.uid;
    if ((ended || revoked) && accountId !== undefined && uid !== undefined) {
      const account = await accounts.find(accountId);
      if (account) await dependencies.signInsEnded(account, { only: uid });
    }
    if (ended || (route === 'authorization' && session && !session.accountId)) {
      browserState.clear(ctx);
    }
    const renewed = entities.RotatedRefreshToken?.sessionUid;
    if (ctx.status === 200 && typeof renewed === 'string') {
      await extendSession(database, renewed, {
        idleSeconds: lifetimesSeconds.rememberedSessionIdle,
        absoluteSeconds: lifetimesSeconds.rememberedSession,
      });
    }
  }
}

/** An account that was removed or disabled meanwhile is asked to sign in, like nobody. */
function createLoginPolicy() {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_gone',
        'the account of this session cannot be used',
        'login_required',
        (ctx) => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
      ),
    );
  return policy;
}

async function loadOrCreateGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider, requestParamOIDCScopes } = ctx.oidc;
  const clientId = client?.clientId;
  const accountId = session?.accountId;
  if (clientId === undefined || accountId === undefined) return undefined;
  const grantId = ctx.oidc.result?.consent?.grantId ?? session?.grantIdFor(clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (!isFirstParty(clientId)) return existing;
  const usable = existing?.accountId === accountId ? existing : undefined;
  const granted = new Set(usable?.getOIDCScope().split(' '));
  const missing = [...requestParamOIDCScopes].filter((scope) => !granted.has(scope));
  if (usable && missing.length === 0) return usable;
  const grant = usable ?? new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(missing);
  await grant.save();
  return grant;
}

/** False for an address that no route of the library matched. */
function isProviderContext(ctx: object): ctx is KoaContextWithOIDC {
  return 'oidc' in ctx;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
