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
import { hash, toBase64Url } from '../crypto/base64url.ts';
import { LoginError, type LoginErrorCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { isObject, type JsonObject } from '../guards.ts';
import { decodeJwtPart, idTokenError } from './sameIdentity.ts';

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

/** Seconds that the `iat` of an ID token may be ahead of the clock. */
const maxIssuedAheadSeconds = 60;

/** Expected values of an ID token. */
interface IdTokenExpectations {
  readonly accessToken: string;
  readonly clientId: string;
  /** Null for a renewal, whose request has no nonce. */
  readonly nonce: string | null;
  /** Seconds since 1970. */
  readonly now: number;
}

/**
 * Performs the checks that oauth4webapi leaves out: token type, empty subject, authorized party, nonce,
 * `iat` in the future, and `at_hash` if present.
 * @throws LoginError `id_token_…` or `nonce_…`
 * @see OpenID Connect Core, 3.1.3.7 and 3.1.3.8
 */
export async function validateIdToken(
  idToken: string,
  claims: JsonObject,
  { accessToken, clientId, nonce, now }: IdTokenExpectations,
): Promise<void> {
  // ID tokens have no explicit type; `at+jwt` or `logout+jwt` is a different kind of token (RFC 8725, 3.11).
  const header = decodeJwtPart(idToken, 0);
  if (String(header?.['typ']).includes('+')) throw idTokenError('id_token_type');
  if (!claims['sub']) throw idTokenError('id_token_subject');
  // oauth4webapi checks `azp` only with several audiences. Here it must always be this client.
  if ((claims['azp'] ?? clientId) !== clientId) throw idTokenError('id_token_authorized_party');
  if (nonce !== null && claims['nonce'] !== nonce) {
    throw idTokenError(claims['nonce'] === undefined ? 'nonce_missing' : 'nonce_mismatch');
  }
  if (Number(claims['iat']) > now + maxIssuedAheadSeconds)
    throw idTokenError('id_token_issued_in_future');
  const expectedHash = claims['at_hash'];
  if (expectedHash !== undefined && expectedHash !== (await accessTokenHash(header, accessToken))) {
    throw idTokenError('id_token_access_token_hash');
  }
}

/**
 * Returns the left half of the access token's hash, with the hash function of the signature algorithm, as
 * base64url.
 */
async function accessTokenHash(header: JsonObject | null, accessToken: string): Promise<string> {
  const bits = /(256|384)$/.exec(String(header?.['alg']))?.[1] ?? '512';
  const digest = await hash(accessToken, `SHA-${bits}`);
  return toBase64Url(digest.subarray(0, digest.length / 2));
}

/**
 * Converts a validation error of oauth4webapi. Its cause contains claims and tokens, so only names are copied.
 */
export function toLoginError(failure: unknown): LoginError {
  if (failure instanceof LoginError) return failure;
  const cause = failure instanceof Error && isObject(failure.cause) ? failure.cause : {};
  // The token response is incomplete: no access token or no known token type.
  if ('body' in cause) return new LoginError('invalid_token_response', messages.noToken);
  const reason = failure instanceof Error && 'code' in failure ? String(failure.code) : undefined;
  return idTokenError(errorCodeFor(cause), reason);
}

const codeByClaim: Readonly<Record<string, LoginErrorCode>> = {
  iss: 'id_token_issuer',
  aud: 'id_token_audience',
  azp: 'id_token_authorized_party',
  exp: 'id_token_expired',
  nbf: 'id_token_not_yet_valid',
};

function errorCodeFor(cause: JsonObject): LoginErrorCode {
  const { claims, header } = cause;
  const named = codeByClaim[String(cause['claim'])];
  if (named) return named;
  if ('signature' in cause) return 'id_token_signature';
  // The provider has no matching key, or the key is too short.
  if ('jwks_uri' in cause || 'algorithm' in cause) return 'id_token_key';
  if (isObject(header)) {
    // Critical extensions that are not supported.
    if ('crit' in header) return 'id_token_type';
    return header['alg'] === 'none' ? 'id_token_unsigned' : 'id_token_algorithm';
  }
  if ('alg' in cause) return 'id_token_algorithm';
  if (isObject(claims) && typeof claims['sub'] !== 'string') return 'id_token_subject';
  return 'id_token_malformed';
}
