import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import type { ExternalProvider } from './provider.ts';

/** Credentials with which the product's server introspects tokens. */
export const introspectionClient = { clientId: 'product-server', secret: 'only-for-tests' };

const permissionsPath = '/api/v1.0/users/me/roles_permissions';

/**
 * Starts an instance of the npm package oidc-provider with its default login and consent screens. It issues opaque
 * access tokens, supports introspection, and returns permissions at the path of the admin host.
 * @param appOrigin origin of the product that users sign in to
 * @see https://github.com/panva/node-oidc-provider
 */
export async function startBareProvider(
  port: number,
  appOrigin: string,
): Promise<ExternalProvider> {
  const origin = `http://localhost:${port}`;
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: 'seller-connect',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${appOrigin}/`, `${appOrigin}/oauth/relay`],
        post_logout_redirect_uris: [appOrigin],
      },
      {
        client_id: introspectionClient.clientId,
        client_secret: introspectionClient.secret,
        grant_types: [],
        response_types: [],
        redirect_uris: [],
      },
    ],
    scopes: ['openid', 'offline_access', 'read:permissions'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // Puts the claims of `profile` and `email` into the ID token, like most providers.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: (_context, requestOrigin) => requestOrigin === appOrigin,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    features: { introspection: { enabled: true }, revocation: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: 'Lê Minh Anh',
        email: `${id}@elsewhere.test`,
        email_verified: true,
      }),
    }),
  });
  const handleOidc = provider.callback();
  const listener: RequestListener = (request, response) => {
    if (new URL(request.url ?? '/', origin).pathname !== permissionsPath)
      return void handleOidc(request, response);
    const cors = {
      'access-control-allow-origin': appOrigin,
      'access-control-allow-headers': 'authorization',
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    provider.AccessToken.find(token).then(
      (active) => {
        response.writeHead(active ? 200 : 401, { ...cors, 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ roles: ['catalog:admin'], permissions: ['catalog:all:all'] }),
        );
      },
      () => response.writeHead(500).end(),
    );
  };
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    async signIn(page) {
      await page.locator('input[name=login]').fill('minhanh');
      await page.locator('input[name=password]').fill('any password');
      await page.locator('button[type=submit]').click();
      // The provider's consent screen.
      await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
      await page.locator('button[type=submit]').click();
    },
    confirmLogout: (page) => page.locator('button[name=logout]').click(),
    isLoginScreen: (page) => page.locator('input[name=password]').isVisible(),
  };
}
