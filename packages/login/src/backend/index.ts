import type { Environment } from '../config.ts';
import type { LoginConfig } from '../login.ts';
import { networkError, providerError } from '../errors.ts';
import { parseJsonObject } from '../guards.ts';
import { renewWithRefreshToken } from '../renewal/renewal.ts';
import type { LoginDependencies } from '../dependencies.ts';
import type { StoredUser } from '../session/storedUser.ts';
import { exchangeRefreshToken } from '../protocol/tokens.ts';

/** Endpoints of the backend, if they differ from the specified paths. */
export interface BackendOptions {
  /** Renewal endpoint. Defaults to `/oauth/refresh` on the issuer's origin. */
  readonly refreshAddress?: string;
}

/** Stands for the refresh token, which stays in the backend. It has no value outside this module. */
const refreshTokenPlaceholder = 'held-by-backend';

/**
 * Returns a configuration for the backend-for-frontend mode (specification, section 7). The code exchange
 * and the renewal become JSON calls with credentials, and the refresh token stays behind an HttpOnly
 * cookie.
 *
 * The library still creates the standard's form-encoded requests, which `fetch` translates. Checks, locks,
 * retries and other tabs therefore work as they do without a backend.
 *
 * With `storage: { memory: true }`, no token is on disk and no long-lived token is in the page. The
 * backend's cookie restores the session after a reload.
 */
export function withBackend(config: LoginConfig, options: BackendOptions = {}): LoginConfig {
  const innerFetch: Environment['fetch'] =
    config.environment?.fetch ?? ((url, init) => fetch(url, init));
  const issuer = config.issuer ?? config.metadata?.issuer ?? '';
  /** The granted scopes; the requested ones until the first response. */
  let scopes = '';
  const refreshUrl = (): string => options.refreshAddress ?? new URL('/oauth/refresh', issuer).href;

  /** Returns the backend call that replaces a request, or null to send it unchanged. */
  const translate = (url: string, body: URLSearchParams): [url: string, body: object] | null => {
    const field = (name: string): string => body.get(name) ?? '';
    const grant = body.get('grant_type');
    if (grant === 'authorization_code') {
      const [code, code_verifier] = [field('code'), field('code_verifier')];
      const [redirect_uri, client_id] = [field('redirect_uri'), field('client_id')];
      return [url, { code, code_verifier, redirect_uri, client_id }];
    }
    if (grant === 'refresh_token') return [refreshUrl(), { scopes }];
    return body.get('token') === refreshTokenPlaceholder ? [url, {}] : null;
  };

  return {
    ...config,
    monitor: (dependencies) => {
      scopes = dependencies.settings.scopes.join(' ');
      preferBackendRenewal(dependencies);
      return config.monitor?.(dependencies) ?? { start: () => undefined, stop: () => undefined };
    },
    environment: {
      ...config.environment,
      async fetch(url, init = {}) {
        const backendRequest =
          init.body instanceof URLSearchParams ? translate(url, init.body) : null;
        if (!backendRequest) return innerFetch(url, init);
        const headers = new Headers(init.headers);
        headers.set('content-type', 'application/json');
        const response = await innerFetch(backendRequest[0], {
          ...init,
          headers,
          body: JSON.stringify(backendRequest[1]),
          credentials: 'include',
        });
        return toTokenResponse(response, (granted) => (scopes = granted));
      },
    },
  };
}

/**
 * Makes silent logins try the backend before a hidden frame. The backend's cookie outlives the access token
 * and, in memory mode, the page that had the record.
 */
function preferBackendRenewal({ settings, provider, users, renewal }: LoginDependencies): void {
  const anonymousUser: StoredUser = {
    idToken: null,
    accessToken: '',
    refreshToken: refreshTokenPlaceholder,
    tokenType: 'Bearer',
    scopes: settings.scopes,
    profile: { sub: '' },
    expiresIn: 60,
    expiresAt: 0,
    sessionState: null,
  };
  const renewInBackend = async (): Promise<void> => {
    if (users.current()) return renewWithRefreshToken(settings, provider, users);
    const user = await exchangeRefreshToken(
      settings,
      provider,
      anonymousUser,
      refreshTokenPlaceholder,
    );
    // Without an ID token the user is unknown.
    if (!user.idToken) throw providerError('login_required');
    await users.runExclusive('tokens', () => users.persist(user, 'login'));
  };
  const loginInFrame = renewal.silentLogin;
  renewal.silentLogin = async (purpose) => {
    if (purpose !== 'renewal') return loginInFrame(purpose);
    try {
      await renewInBackend();
    } catch (failure) {
      // While offline, the frame could only time out.
      if (networkError(failure).code === 'network') throw failure;
      // The backend has no session or did not respond in time, but the provider may still have one.
      await loginInFrame(purpose).catch((second: unknown) => {
        renewal.recordRefusal(failure);
        throw second;
      });
    }
  };
}

/** Converts the backend's response to that of a token endpoint. */
async function toTokenResponse(
  response: Response,
  onGranted: (scopes: string) => void,
): Promise<Response> {
  const { status, statusText, headers } = response;
  // No session in the backend is equivalent to an invalid refresh token.
  if (status === 401) return Response.json({ error: 'invalid_grant' }, { status: 400 });
  if (status !== 200) return response;
  const text = await response.text();
  const body = parseJsonObject(text);
  if (!body || !('access_token' in body)) {
    return new Response(text, { status, statusText, headers });
  }
  if (typeof body['scope'] === 'string') onGranted(body['scope']);
  const tokens = JSON.stringify({ ...body, refresh_token: refreshTokenPlaceholder });
  return new Response(tokens, { status, statusText, headers });
}
