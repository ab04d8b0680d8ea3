import {
  authorizationCodeGrantRequest,
  clockSkew,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  validateApplicationLevelSignature,
} from 'oauth4webapi';
import type { AuthorizationServer, TokenEndpointResponse } from 'oauth4webapi';
import type { Settings } from './config.ts';
import { httpError, LoginError, messages, networkError, providerError } from './errors.ts';
import { isObject } from './guards.ts';
import { checkIdToken, checkSameIdentity, fromCore, idTokenError } from './idToken.ts';
import type { LoginState } from './loginState.ts';
import type { Provider } from './provider.ts';
import { profileOf } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';

/** Exchanges the code of a checked authorization response for a user. */
export async function exchangeCode(
  settings: Settings,
  provider: Provider,
  response: URLSearchParams,
  entry: LoginState,
): Promise<StoredUser> {
  const metadata = await provider.metadata();
  const answer = await authorizationCodeGrantRequest(
    metadata,
    provider.client(),
    None(),
    response,
    entry.redirectUri,
    entry.codeVerifier,
    provider.options,
  );
  const tokens = await readTokens(provider, metadata, answer, (client) =>
    processAuthorizationCodeResponse(metadata, client, answer, {
      expectedNonce: entry.nonce,
      requireIdToken: true,
    }),
  );
  const claims = getValidatedIdTokenClaims(tokens);
  if (!claims) throw idTokenError('id_token_missing');
  const life = claims.exp - claims.iat;
  const session = response.get('session_state');
  return userFrom(settings, tokens, {
    idToken: null,
    refreshToken: null,
    scopes: settings.scopes,
    profile: profileOf(claims),
    expiresIn: life > 0 ? life : 300,
    sessionState: session,
  });
}

/**
 * Exchanges a refresh token for a user. `sent` is called just before the request leaves: from
 * then on the token may have been consumed.
 */
export async function exchangeRefreshToken(
  settings: Settings,
  provider: Provider,
  user: StoredUser,
  sent: () => Promise<void>,
): Promise<StoredUser> {
  if (!user.refreshToken) {
    throw new LoginError('missing_refresh_token', messages.noRefreshToken);
  }
  const metadata = await provider.metadata();
  await sent();
  const answer = await refreshTokenGrantRequest(
    metadata,
    provider.client(),
    None(),
    user.refreshToken,
    provider.options,
  );
  const tokens = await readTokens(provider, metadata, answer, (client) =>
    processRefreshTokenResponse(metadata, client, answer),
  );
  const claims = getValidatedIdTokenClaims(tokens);
  if (claims && user.idToken) checkSameIdentity(user.idToken, claims);
  return userFrom(settings, tokens, {
    ...user,
    profile: claims ? profileOf(claims) : user.profile,
  });
}

/** The record for a token response; what a provider leaves out stays as it was. */
function userFrom(
  settings: Settings,
  tokens: TokenEndpointResponse,
  before: Omit<StoredUser, 'accessToken' | 'tokenType' | 'expiresAt'>,
): StoredUser {
  const expiresIn = tokens.expires_in ?? before.expiresIn;
  return {
    idToken: tokens.id_token ?? before.idToken,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? before.refreshToken,
    tokenType: tokens.token_type === 'dpop' ? 'DPoP' : 'Bearer',
    scopes: tokens.scope?.split(' ').filter(Boolean) ?? before.scopes,
    profile: before.profile,
    expiresIn,
    // From receipt on this machine's clock: the provider's clock does not matter for expiry.
    expiresAt: Math.floor(settings.environment.now() / 1000) + expiresIn,
    sessionState: before.sessionState,
  };
}

async function readTokens(
  provider: Provider,
  metadata: AuthorizationServer,
  answer: Response,
  process: (client: ReturnType<Provider['client']>) => Promise<TokenEndpointResponse>,
): Promise<TokenEndpointResponse> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch((failure: unknown) => {
      if (failure instanceof SyntaxError) return null;
      throw networkError(failure);
    });
  if (answer.status < 200 || answer.status >= 399) {
    const error = isObject(body) ? body['error'] : undefined;
    throw typeof error === 'string' ? providerError(error) : httpError(answer.status);
  }
  if (!isTokenBody(body)) throw new LoginError('invalid_token_response', messages.noToken);
  const client = provider.client(answer);
  try {
    const tokens = await process(client);
    const claims = getValidatedIdTokenClaims(tokens);
    if (claims && tokens.id_token) {
      await validateApplicationLevelSignature(metadata, answer, provider.options);
      const now = Math.floor(Date.now() / 1000) + Number(client[clockSkew] ?? 0);
      await checkIdToken(tokens.id_token, claims, tokens.access_token, now);
    }
    return tokens;
  } catch (failure) {
    throw fromCore(failure);
  }
}

function isTokenBody(body: unknown): boolean {
  if (!isObject(body) || !body['access_token']) return false;
  const type = body['token_type'];
  return typeof type === 'string' && /^(bearer|dpop)$/i.test(type);
}
