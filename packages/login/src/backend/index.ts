import type { LoginConfig } from '../config.ts';
import { networkError, providerError } from '../errors.ts';
import { isObject } from '../guards.ts';
import { renewWithRefreshToken } from '../renewal/refreshGrant.ts';
import type { LoginDependencies } from '../startup.ts';
import type { StoredUser } from '../session/storedUser.ts';
import { exchangeRefreshToken } from '../protocol/tokens.ts';

/** Where the backend is, if not at the specified paths. */
export interface BackendOptions {
  /** Address of the renewal call; `/oauth/refresh` on the issuer's origin by default. */
  readonly refreshAddress?: string;
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * What stands where a refresh token would: there is one, but it never comes here. It says nothing and opens nothing.
 */
const refreshTokenPlaceholder = 'held-by-backend';

/**
 * The backend-for-frontend mode (specification, section 7) as a change of a configuration: the code is exchanged and
 * the tokens are renewed by JSON calls with credentials, and the refresh token stays behind an HttpOnly cookie.
 *
 * The layer goes on speaking the standard's form-encoded requests; they are translated on their way out, so that
 * checks, locks, retries and other tabs work as they do without a backend.
 *
 * With `storage: { memory: true }` no token is on disk and none of long life is in the page: a reload goes on by the
 * backend's cookie.
 */
export function withBackend(config: LoginConfig, options: BackendOptions = {}): LoginConfig {
  const innerFetch: Fetch = config.environment?.fetch ?? ((url, init) => fetch(url, init));
  const issuer = config.issuer ?? config.metadata?.issuer ?? '';
  const configuredScopes = config.scopes ?? '';
  // What was granted; for a page that has not seen an answer yet, what it would ask for.
  let scopes = typeof configuredScopes === 'string' ? configuredScopes : configuredScopes.join(' ');
  const refreshUrl = (): string => options.refreshAddress ?? new URL('/oauth/refresh', issuer).href;

  /** The call of the backend that a request of the layer becomes; null for one that stays as it is. */
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
    monitor: (parts) => {
      preferBackendRenewal(parts);
      return config.monitor?.(parts) ?? { start: () => undefined, stop: () => undefined };
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
 * A silent login goes through the backend before it goes through a hidden frame: the cookie outlives the token, and in
 * memory mode the page that the record was in.
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
    // Without an ID token it is not known who that is.
    if (!user.idToken) throw providerError('login_required');
    await users.alone('tokens', () => users.keep(user, 'login'));
  };
  const loginInFrame = renewal.silentLogin;
  renewal.silentLogin = async (purpose) => {
    if (purpose !== 'renewal') return loginInFrame(purpose);
    try {
      await renewInBackend();
    } catch (failure) {
      // Without a connection the frame would wait for nothing.
      if (networkError(failure).code === 'network') throw failure;
      // No session there, or no answer in time: the provider's own session may still be.
      await loginInFrame(purpose).catch((second: unknown) => {
        renewal.recordRefusal(failure);
        throw second;
      });
    }
  };
}

/** The backend's answer as a token endpoint would give it. */
async function toTokenResponse(
  response: Response,
  onGranted: (scopes: string) => void,
): Promise<Response> {
  const { status, statusText, headers } = response;
  // Without a session there, renewing is what it is with a refresh token that has ended.
  if (status === 401) return Response.json({ error: 'invalid_grant' }, { status: 400 });
  if (status !== 200) return response;
  const text = await response.text();
  const body = parseJson(text);
  if (!isObject(body) || !('access_token' in body)) {
    return new Response(text, { status, statusText, headers });
  }
  if (typeof body['scope'] === 'string') onGranted(body['scope']);
  const tokens = JSON.stringify({ ...body, refresh_token: refreshTokenPlaceholder });
  return new Response(tokens, { status, statusText, headers });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
