import {
  allowInsecureRequests,
  clockSkew,
  clockTolerance,
  customFetch,
  getValidatedIdTokenClaims,
  processRefreshTokenResponse,
  validateApplicationLevelSignature,
} from 'oauth4webapi';
import type { AuthorizationServer, Client, IDToken, TokenEndpointResponse } from 'oauth4webapi';
import type { Settings } from '../config.ts';
import { request } from './http.ts';
import { toLoginError, validateIdToken } from './idToken.ts';

export interface ValidatedTokens {
  readonly response: TokenEndpointResponse;
  readonly claims: IDToken | undefined;
}

/**
 * Validates the response of the token endpoint, including the ID token's signature.
 * @param nonce of the request; null for a renewal
 * @throws LoginError with the code of the failed check
 */
export async function validateTokens(
  settings: Settings,
  metadata: AuthorizationServer,
  httpResponse: Response,
  nonce: string | null,
): Promise<ValidatedTokens> {
  const client = clientOf(settings, httpResponse);
  try {
    // oauth4webapi's checks for the refresh grant fit both grants; `validateIdToken` adds the nonce.
    const response = await processRefreshTokenResponse(metadata, client, httpResponse);
    const claims = getValidatedIdTokenClaims(response);
    if (claims && response.id_token) {
      await validateApplicationLevelSignature(metadata, httpResponse, {
        // oauth4webapi itself only fetches the provider's keys.
        [customFetch]: (url: string, init: { headers: Record<string, string> }) =>
          request(settings, url, init),
        [allowInsecureRequests]: settings.allowInsecure,
      });
      await validateIdToken(response.id_token, claims, {
        accessToken: response.access_token,
        clientId: settings.clientId,
        nonce,
        now: Math.floor(Date.now() / 1000) + Number(client[clockSkew]),
      });
    }
    return { response, claims };
  } catch (failure) {
    throw toLoginError(failure);
  }
}

/**
 * Returns the client for oauth4webapi. ID token times are checked against this machine's clock, corrected by the
 * `Date` header of the token response if the browser exposes it, so that a wrong clock does not lock users out. The
 * tolerance is 60 s in both directions.
 */
function clientOf(settings: Settings, response: Response): Client {
  const serverTime = Date.parse(response.headers.get('date') ?? '') || settings.environment.now();
  return {
    client_id: settings.clientId,
    [clockSkew]: Math.floor(serverTime / 1000) - Math.floor(Date.now() / 1000),
    [clockTolerance]: 60,
  };
}
