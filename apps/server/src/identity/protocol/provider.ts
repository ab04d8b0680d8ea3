import {
  Provider,
  errors,
  type Configuration as ProviderConfiguration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Configuration } from '../../platform/config/configuration.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { accountScope, productScope } from '../../platform/http/scopes.ts';
import { assistantFeatures, limitRedirects } from '../assistants/clients.ts';
import type { AccountStore } from '../accounts/accounts.ts';
import { deleteUnusedCode, createArtifactAdapter, extendSession } from '../tokens/artifacts.ts';
import type { BackendSessionStore } from '../backend-for-frontend/backend-sessions.ts';
import { createBrowserState, sessionFramePath } from './browser-state.ts';
import { claimsByScope, createLoginPolicy, loadOrCreateGrant, toClaims } from './grants.ts';
import { isFirstParty, webClient } from '../tokens/web-client.ts';
import {
  recordSessionDetails,
  type OnSignInStarted,
  type OnSignInsEnded,
} from '../tokens/sessions.ts';
import { cookieName } from '../http/cookies.ts';
import { createErrorPage } from '../http/login-errors.ts';
import { createLogout } from './logout.ts';
import { createRequestFacts, logProviderEvents } from './provider-events.ts';
import {
  reportingToolParameter,
  parseReturnPath,
  returnParameter,
} from './authorization-requests.ts';
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

interface ProviderDependencies {
  configuration: Pick<Configuration, 'appOrigin' | 'identityOrigin'>;
  database: Database;
  accounts: AccountStore;
  keys: KeySet['keys'];
  backend: Pick<BackendSessionStore, 'endOfSession'>;
  security: SecurityLog;
  signInsEnded: OnSignInsEnded;
  onSignInStarted: OnSignInStarted;
  fetchClientDocument?: typeof fetch | undefined;
  log: Pick<Log, 'error'>;
}

/**
 * Policy of the library's responses. Its pages put script hashes in place of `report-sample`, which allows no
 * source.
 */
export function defaultSecurityPolicy(appOrigin: string): string {
  return `default-src 'none'; script-src 'report-sample'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${appOrigin}`;
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Creates an OpenID provider for one set of keys. All state is in the database, so it can be replaced at any time. */
export function createProvider(dependencies: ProviderDependencies): Provider {
  const { configuration, database, accounts, security } = dependencies;
  const { appOrigin, identityOrigin } = configuration;
  // Cookies ignore ports, so the names tell ours apart from those of another service on the same host.
  const cookieNames = {
    session: cookieName(identityOrigin, 'seller_connect_identity'),
    interaction: cookieName(identityOrigin, 'seller_connect_interaction', '__Secure-'),
    resume: cookieName(identityOrigin, 'seller_connect_resume', '__Secure-'),
  };
  const secure = identityOrigin.startsWith('https:');
  const browserState = createBrowserState(identityOrigin);
  const logout = createLogout({
    database,
    appOrigin,
    identityOrigin,
    sessionCookie: { name: cookieNames.session, secure },
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
      names: cookieNames,
      long: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      short: { httpOnly: true, sameSite: 'lax', secure },
    },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    scopes: ['openid', 'offline_access', accountScope, productScope],
    claims: Object.fromEntries(
      Object.entries(claimsByScope).map(([scope, claims]) => [scope, [...claims]]),
    ),
    // The login layer takes the profile from the ID token (specification, section 3).
    conformIdTokenClaims: false,
    extraParams: [returnParameter, reportingToolParameter],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      ...assistantFeatures(appOrigin),
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
    // Our own tokens end with the session, so that signing out leaves none behind. Assistants work without one.
    expiresWithSession: async (_ctx, token) => isFirstParty(token.clientId ?? ''),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: lifetimesSeconds.accessToken,
      AuthorizationCode: lifetimesSeconds.authorizationCode,
      IdToken: idTokenLifetimeSeconds,
      Interaction: lifetimesSeconds.interaction,
      Grant: (_ctx, grant) =>
        isFirstParty(grant.clientId ?? '')
          ? lifetimesSeconds.grant
          : lifetimesSeconds.assistantGrant,
      Session: (_ctx, session) => remainingSessionSeconds(session, nowSeconds()),
      RefreshToken: (ctx, token, client) =>
        refreshTokenLifetimeSeconds(
          token,
          ctx?.oidc?.entities.RotatedRefreshToken,
          nowSeconds(),
          isFirstParty(client.clientId)
            ? lifetimesSeconds.rememberedSession
            : lifetimesSeconds.assistantGrant,
        ),
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
    ...(dependencies.fetchClientDocument && { fetch: dependencies.fetchClientDocument }),
    loadExistingGrant: loadOrCreateGrant,
    renderError: createErrorPage(appOrigin),
  };

  const provider = new Provider(identityOrigin, settings);
  limitRedirects(provider);
  // Adds `sid` to every ID token, for calls that ask whether the session is still active. The library adds it only
  // for clients with a logout URL of their own.
  provider.Client.prototype.includeSid = () => true;
  // The library checks the response mode first, and which modes it allows depends on the type. An unsupported type is
  // reported here, whatever the mode; a missing one by the library (RFC 6749, section 4.1.2.1).
  const { responseModeAllowed } = provider.Client.prototype;
  provider.Client.prototype.responseModeAllowed = function allowed(mode, type, profile) {
    if (type && type !== 'code') throw new errors.UnsupportedResponseType();
    return !type || responseModeAllowed.call(this, mode, type, profile);
  };
  provider.on('authorization.success', (ctx, response) => {
    if (response) browserState.addToResponse(ctx, response);
  });
  // Host, scheme and address come from headers that the listener sets itself.
  provider.proxy = true;
  provider.registerResponseMode(webMessageMode, respondByWebMessage);
  provider.use(async (ctx, next) => {
    await next();
    if (isProviderContext(ctx)) await finishResponse(ctx);
  });
  logProviderEvents({ provider, security, log: dependencies.log, calls: requestFacts });
  return provider;

  async function finishResponse(ctx: KoaContextWithOIDC): Promise<void> {
    // The library lets every origin read some documents; here only the application's origin may.
    if (ctx.get('origin') !== appOrigin) ctx.remove('access-control-allow-origin');
    const { route } = ctx.oidc;
    if (route === 'discovery' || route === 'jwks') afterDiscovery(ctx);
    if (route === 'resume') await afterResume(ctx);
    if (route === 'token') await afterTokenRequest(ctx);
    await afterSessionEnd(ctx);
  }

  function afterDiscovery(ctx: KoaContextWithOIDC): void {
    if (ctx.oidc.route === 'discovery' && isRecord(ctx.body)) {
      ctx.body = {
        ...ctx.body,
        response_modes_supported: ['query', webMessageMode],
        check_session_iframe: `${identityOrigin}${sessionFramePath}`,
      };
    }
    // Shorter than the time between a new key's publication and its first signature.
    ctx.set('cache-control', `public, max-age=${keyReloadIntervalMs / 1000}`);
  }

  async function afterResume(ctx: KoaContextWithOIDC): Promise<void> {
    const { session, result } = ctx.oidc;
    if (session?.accountId !== undefined && result?.login) {
      const userAgent = ctx.get('user-agent');
      const { uid, accountId } = session;
      await recordSessionDetails(database, { uid, accountId, userAgent, address: ctx.ip });
      // Logins with Google have no `amr`.
      const account = result.login.amr ? null : await accounts.find(accountId);
      if (account) await dependencies.onSignInStarted(account, uid);
    }
    // An emailed link may be opened in a tab without a pending login. The application then starts one and finds the
    // session.
    const beginAt = parseReturnPath(result?.['beginAt'], appOrigin);
    if (beginAt !== null && ctx.status === 303) {
      ctx.redirect(`${appOrigin}${beginAt}`);
      ctx.status = 303;
    }
  }

  async function afterTokenRequest(ctx: KoaContextWithOIDC): Promise<void> {
    const { found, codeRefused } = requestFacts.of(ctx);
    if (codeRefused && found?.model === 'AuthorizationCode')
      await deleteUnusedCode(database, found.id);
    const { sessionUid, expiresWithSession } = ctx.oidc.entities.RotatedRefreshToken ?? {};
    if (ctx.status === 200 && sessionUid !== undefined && expiresWithSession) {
      await extendSession(database, sessionUid, {
        idleSeconds: lifetimesSeconds.rememberedSessionIdle,
        absoluteSeconds: lifetimesSeconds.rememberedSession,
      });
    }
  }

  /** A session ends at a logout. A revoked token, or a code or token used twice, ends the sign-in as well. */
  async function afterSessionEnd(ctx: KoaContextWithOIDC): Promise<void> {
    const { route, session } = ctx.oidc;
    if (route === 'end_session' && ctx.status === 200 && session && !session.accountId) {
      await logout.withoutSession(ctx);
    }
    // The library's types do not declare `destroyed`.
    const ended = session && Reflect.get(session, 'destroyed') === true;
    if (ended) await dependencies.backend.endOfSession(session.uid);
    const { found, revoked } = requestFacts.of(ctx);
    // What the core service opened ends with the sign-in, in every tab.
    const accountId = (ended ? null : found?.accountId) ?? session?.accountId;
    const uid = (ended ? null : found?.sessionUid) ?? session?.uid;
    if ((ended || revoked) && accountId !== undefined && uid !== undefined) {
      const account = await accounts.find(accountId);
      if (account) await dependencies.signInsEnded(account, { only: uid });
    }
    if (ended || (route === 'authorization' && session && !session.accountId)) {
      browserState.clear(ctx);
    }
  }
}

/** False for a path that no route of the library matched. */
function isProviderContext(ctx: object): ctx is KoaContextWithOIDC {
  return 'oidc' in ctx;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
