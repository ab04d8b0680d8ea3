import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { documentApi } from '../platform/http/contract-calls.ts';
import { serveAssets } from '../web/index.ts';
import type { AccountServices } from './account-services.ts';
import type { AccountStore } from './accounts/accounts.ts';
import { consentRoutes, type ConsentRoutesOptions } from './assistants/consent-routes.ts';
import { accountFormRoutes } from './login-area/account-form-routes.ts';
import type { BackendSessionStore } from './backend-for-frontend/backend-sessions.ts';
import {
  createAuthorizationRequestLimits,
  redirectPostedRequests,
  splitQuery,
} from './protocol/authorization-requests.ts';
import { createBackendRoutes, isJson } from './backend-for-frontend/routes.ts';
import { createAccountCalls, type VerifyToken } from './http/account-calls.ts';
import { allowOrigin } from './http/cross-origin.ts';
import type { KnownBrowsers, RememberBrowser } from './sign-in/known-browsers.ts';
import { mailboxRoutes } from './login-area/mailbox-page.ts';
import type { Google } from './google/index.ts';
import { googleRoutes } from './google/routes.ts';
import { ownAccountRoutes } from './me/routes.ts';
import { permissionRoutes, roleRoutes } from './roles/routes.ts';
import { defaultSecurityPolicy } from './protocol/provider.ts';
import { webClientId } from './tokens/web-client.ts';
import type { createSignIn } from './sign-in/sign-in.ts';
import { createLoginPages, type LoginPagesOptions } from './login-area/pages.ts';
import { sessionRoutes } from './protocol/session-routes.ts';
import type { FindSession } from './tokens/sessions.ts';
import { signInRoutes } from './login-area/sign-in-routes.ts';

interface IdentityRoutesOptions extends Omit<LoginPagesOptions, 'offersGoogle' | 'hasMailbox'> {
  identityOrigin: string;
  provider(): Provider;
  signIn: ReturnType<typeof createSignIn>;
  browsers: KnownBrowsers;
  signedInWith: RememberBrowser;
  google: Google;
  accountServices: AccountServices;
  verifyToken: VerifyToken;
  findSession: FindSession;
  accounts: AccountStore;
  grantAssistant: ConsentRoutesOptions['grantAssistant'];
  backend: BackendSessionStore;
  /** Sends the application's page. Set if the application shares this origin; it then serves assets and `/` itself. */
  application?: ((reply: FastifyReply) => Promise<FastifyReply>) | undefined;
}

/** Paths that the protocol library handles. The more specific routes below take precedence. */
const protocolPaths = [
  '/oauth/*',
  '/userinfo',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
];

/** Paths of pages and endpoints of the protocol library. */
const providerPath =
  /^\/(?:oauth\/(?:authorize|logout|token|revoke|jwks)(?:\/|$)|userinfo$|\.well-known\/)/;

/** Returns whether a browser opens a path that neither the login area nor the protocol library has. */
function isUnmatchedPage({ method, headers, raw }: FastifyRequest): boolean {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return false;
  return !providerPath.test(splitQuery(raw.url ?? '').path);
}

const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
};

/** Registers all routes of the identity origin, on a listener of its own or beside the application. */
export async function identityRoutes(
  app: FastifyInstance,
  options: IdentityRoutesOptions,
): Promise<void> {
  const { appOrigin, identityOrigin, application } = options;
  const issuer = new URL(identityOrigin);
  const pages = createLoginPages({
    ...options,
    offersGoogle: options.google.routes.identity !== null,
    hasMailbox: options.accountServices.mailbox !== null,
  });

  // Beside the application, `/openapi.json` documents the product only.
  if (!application) {
    const description = 'Access token, also with the scheme DPoP (RFC 9449)';
    await documentApi(app, 'Seller Connect identity provider', {
      identity: { type: 'http', scheme: 'bearer', description },
    });
  }
  app.addHook('onRoute', (route) => {
    const isDocumented =
      !application && route.schema !== undefined && 'operationId' in route.schema;
    route.schema = { ...route.schema, hide: !isDocumented };
  });
  app.addHook('onRequest', async (request) => {
    // The library builds URLs from these headers. They come from the configuration, because clients can forge them.
    const { headers } = request.raw;
    const address = request.ip;
    headers.host = issuer.host;
    headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
    headers['x-forwarded-for'] = address;
    delete headers['x-forwarded-host'];
    headers['x-request-id'] = request.id;
  });
  allowOrigin(app, appOrigin);

  pages.routes(app);
  if (!application) {
    app.get('/', async (_request, reply) => reply.redirect(appOrigin));
    await serveAssets(app, options.build);
  }
  await app.register(signInRoutes, options);
  await app.register(consentRoutes, options);
  await app.register(googleRoutes, { ...options, google: options.google.routes });
  await app.register(accountFormRoutes, { ...options, ...options.accountServices });
  const { own, roles, mailbox } = options.accountServices;
  const handle = createAccountCalls(app, options.verifyToken);
  roleRoutes(handle, roles);
  ownAccountRoutes(handle, own);
  permissionRoutes(handle);
  if (mailbox) mailboxRoutes(app, { origins: [identityOrigin, appOrigin], mailbox });
  await app.register(sessionRoutes, options);
  await app.register(redirectPostedRequests, options);
  const requests = createAuthorizationRequestLimits(appOrigin);

  await app.register(async (protocol) => {
    // The library parses request bodies itself, except JSON, which only the backend-for-frontend accepts.
    protocol.removeAllContentTypeParsers();
    protocol.addContentTypeParser('*', (_request, _payload, done) => done(null));
    protocol.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: 8 * 1024 },
      protocol.getDefaultJsonParser('error', 'error'),
    );
    const backend = createBackendRoutes(app, options);
    // A sign-in takes five requests. The first and the third have the path `/oauth/authorize`.
    // 1. GET /oauth/authorize?client_id=…: the library (protocol/provider.ts) stores an interaction and redirects to 2.
    // 2. GET /oauth/interaction/<id>: login-area/sign-in-routes.ts redirects to 3.
    // 3. GET /oauth/authorize?interaction=<id>: login-area/pages.ts sends the login screen.
    // 4. POST /oauth/interaction/<id>/login: login-area/sign-in-routes.ts checks the password and returns the URL that
    //    resumes 1 in the library, which redirects with the code. For Google, google/routes.ts does this.
    // 5. POST /oauth/token: backend-for-frontend/routes.ts handles the JSON call and posts a form to the same path,
    //    which the library handles.
    protocol.get<{ Querystring: Record<string, unknown> }>(
      '/oauth/authorize',
      async (request, reply) => {
        const { query } = request;
        if (isProtocolRequest(query)) {
          return requests.refuse(request, reply) ?? delegateToProvider(request, reply);
        }
        if ('interaction' in query) return pages.showLogin(request, reply);
        return application ? application(reply) : reply.redirect(appOrigin);
      },
    );
    protocol.post('/oauth/token', (request, reply) =>
      isJson(request) ? backend.exchange(request, reply) : delegateToProvider(request, reply),
    );
    protocol.post('/oauth/revoke', (request, reply) =>
      isJson(request) ? backend.revoke(request, reply) : delegateToProvider(request, reply),
    );
    protocol.post('/oauth/refresh', (request, reply) => backend.refresh(request, reply));
    // Partners and Google redirect to these screens of the application.
    if (application) protocol.get('/oauth/callback/*', (_request, reply) => application(reply));
    for (const url of protocolPaths) {
      protocol.all(url, (request, reply) =>
        isUnmatchedPage(request) ? showUnmatched(reply) : delegateToProvider(request, reply),
      );
    }
  });

  if (!application) {
    app.get('/*', (request, reply) =>
      isUnmatchedPage(request) ? showUnmatched(reply) : reply.callNotFound(),
    );
  }

  /** Unmatched paths are for the application's router, which leads to /404. */
  function showUnmatched(reply: FastifyReply) {
    return application ? application(reply) : reply.redirect(`${appOrigin}/404`);
  }

  async function delegateToProvider(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    addS256Method(request);
    const headers = { ...pageHeaders, 'content-security-policy': defaultSecurityPolicy(appOrigin) };
    reply.hijack();
    for (const [name, value] of [
      ...Object.entries(headers),
      ...Object.entries(reply.getHeaders()),
    ]) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    await options.provider().callback()(request.raw, reply.raw);
    return reply;
  }
}

/**
 * Returns whether a request to `/oauth/authorize` is an authorization request. Any other one is for a screen.
 * @see RFC 6749 section 4.1.1
 */
function isProtocolRequest(query: Record<string, unknown>): boolean {
  return 'client_id' in query || 'response_type' in query || 'redirect_uri' in query;
}

/**
 * Adds `code_challenge_method=S256` to authorization requests of our own client that name no method, like the request
 * in the product's specification. The default is `plain`, which the library rejects for every client.
 * @see RFC 7636 section 4.3
 */
function addS256Method(request: FastifyRequest): void {
  const { path, search } = splitQuery(request.raw.url ?? '');
  if (path !== '/oauth/authorize') return;
  const parameters = new URLSearchParams(search);
  if (parameters.get('client_id') !== webClientId) return;
  if (!parameters.has('code_challenge') || parameters.has('code_challenge_method')) return;
  request.raw.url = `${path}?${search}&code_challenge_method=S256`;
}
