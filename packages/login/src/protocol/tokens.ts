import type { TokenEndpointResponse } from 'oauth4webapi';
import type { Settings } from '../config.ts';
import { httpError, LoginError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import { isObject } from '../guards.ts';
import { isFailureStatus, request, requestJson } from './http.ts';
import type { LoginState } from './loginState.ts';
import { requireEndpoint } from './provider.ts';
import type { Provider } from './provider.ts';
import { assertSameIdentity, idTokenError } from './sameIdentity.ts';
import { toProfile } from '../session/storedUser.ts';
import type { StoredUser } from '../session/storedUser.ts';
import type { ValidatedTokens } from './validation.ts';

/** Upper limit in seconds for the token lifetime that the provider reports. */
const maxLifetimeSeconds = 30 * 86_400;

/**
 * Exchanges the code of a validated authorization response for tokens.
 * @throws LoginError the provider's error, or a failed check
 */
export async function exchangeCode(
  settings: Settings,
  provider: Provider,
  authorizationResponse: URLSearchParams,
  loginState: LoginState,
): Promise<StoredUser> {
  const grant = {
    grant_type: 'authorization_code',
    code: authorizationResponse.get('code') ?? '',
    code_verifier: loginState.codeVerifier,
    redirect_uri: loginState.redirectUri,
  };
  const { response, claims } = await requestTokens(settings, provider, grant, loginState.nonce);
  if (!claims) throw idTokenError('id_token_missing');
  return toStoredUser(settings, response, {
    idToken: null,
    refreshToken: null,
    scopes: settings.scopes,
    profile: toProfile(claims),
    expiresIn: Math.max(claims.exp - claims.iat, 60),
    sessionState: authorizationResponse.get('session_state'),
  });
}

/**
 * Exchanges a refresh token for new tokens of the same user.
 * @throws LoginError the provider's error, or a failed check
 */
export async function exchangeRefreshToken(
  settings: Settings,
  provider: Provider,
  user: StoredUser,
  refreshToken: string,
): Promise<StoredUser> {
  const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const { response, claims } = await requestTokens(settings, provider, grant, null);
  if (claims && user.idToken) assertSameIdentity(user.idToken, claims);
  return toStoredUser(settings, response, {
    ...user,
    profile: claims ? toProfile(claims) : user.profile,
  });
}

/** Converts a token response to a record. Omitted fields keep their previous values. */
function toStoredUser(
  settings: Settings,
  tokens: TokenEndpointResponse,
  previous: Omit<StoredUser, 'accessToken' | 'tokenType' | 'expiresAt'>,
): StoredUser {
  const expiresIn = Math.min(tokens.expires_in ?? previous.expiresIn, maxLifetimeSeconds);
  return {
    ...previous,
    idToken: tokens.id_token ?? previous.idToken,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? previous.refreshToken,
    tokenType: tokens.token_type === 'dpop' ? 'DPoP' : 'Bearer',
    scopes: tokens.scope?.split(' ').filter(Boolean) ?? previous.scopes,
    expiresIn,
    // Counted from receipt by this machine's clock, so the provider's clock does not affect expiry.
    expiresAt: Math.floor(settings.environment.now() / 1000) + expiresIn,
  };
}

/** Calls the token endpoint and validates the response, including the ID token's signature. */
async function requestTokens(
  settings: Settings,
  provider: Provider,
  grant: Readonly<Record<string, string>>,
  nonce: string | null,
): Promise<ValidatedTokens> {
  const metadata = await provider.metadata();
  // Before the request: a code and a refresh token can be used once.
  const validate = await provider.validation();
  const address = requireEndpoint(metadata, 'token_endpoint');
  const {
    status,
    body,
    response: httpResponse,
  } = await requestJson(settings, address, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, client_id: settings.clientId }),
  });
  if (isFailureStatus(status)) {
    const error = isObject(body) ? body['error'] : undefined;
    throw typeof error === 'string' ? providerError(error) : httpError(status);
  }
  // The specification accepts 201 to 398 as statuses, but they are no token response.
  if (status !== 200 || !isObject(body)) {
    throw new LoginError('invalid_token_response', messages.noToken);
  }
  return validate(settings, metadata, httpResponse, nonce);
}

/**
 * Revokes the refresh token (RFC 7009). The request outlives the page. Failures are ignored, because the
 * user is already logged out locally.
 */
export async function revokeRefreshToken(
  settings: Settings,
  provider: Provider,
  user: StoredUser,
): Promise<void> {
  if (!user.refreshToken) return;
  try {
    const { revocation_endpoint: address } = await provider.metadata();
    const body = new URLSearchParams({
      token: user.refreshToken,
      token_type_hint: 'refresh_token',
      client_id: settings.clientId,
    });
    if (address) await request(settings, address, { method: 'POST', keepalive: true, body });
  } catch {
    // The token expires by itself.
  }
}
