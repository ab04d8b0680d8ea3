import { fromBase64Url, hash, toBase64Url } from '../crypto/base64url.ts';
import { LoginError } from '../errors.ts';
import * as messages from '../messages.ts';
import type { LoginErrorCode } from '../errors.ts';
import { isObject, parseJsonObject } from '../guards.ts';
import type { JsonObject } from '../guards.ts';

/** The decoded header (part 0) or payload (part 1) of a JWT, unchecked; null if unreadable. */
export function decodeJwtPart(jwt: string, part: 0 | 1): JsonObject | null {
  try {
    return parseJsonObject(fromBase64Url(jwt.split('.')[part] ?? ''));
  } catch {
    return null;
  }
}

/** Seconds that an ID token's time of issue may lie ahead of the clock. */
const maxIssuedAheadSeconds = 60;

/** What an ID token is held against beside the core's checks. */
export interface IdTokenExpectations {
  readonly accessToken: string;
  readonly clientId: string;
  /** Null: a renewal, where no nonce is asked for. */
  readonly nonce: string | null;
  /** Seconds since 1970. */
  readonly now: number;
}

/**
 * The checks around those of the protocol core (OpenID Connect Core 3.1.3.7, 3.1.3.8): another type of token, an empty
 * subject, another authorized party, the nonce, a time of issue in the future, and an access
 * token hash that is present but belongs to another token.
 */
export async function validateIdToken(
  idToken: string,
  claims: JsonObject,
  { accessToken, clientId, nonce, now }: IdTokenExpectations,
): Promise<void> {
  // An ID token has no type of its own; `at+jwt` or `logout+jwt` is another kind of token (RFC 8725, 3.11).
  const header = decodeJwtPart(idToken, 0);
  if (String(header?.['typ']).includes('+')) throw idTokenError('id_token_type');
  if (!claims['sub']) throw idTokenError('id_token_subject');
  // The core looks at it where there are several audiences. It is never another client that has asked here.
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

/** Left half of the token's hash, by the hash of the signature algorithm, in base64url. */
async function accessTokenHash(header: JsonObject | null, accessToken: string): Promise<string> {
  const bits = /(256|384)$/.exec(String(header?.['alg']))?.[1] ?? '512';
  const digest = await hash(accessToken, `SHA-${bits}`);
  return toBase64Url(digest.subarray(0, digest.length / 2));
}

/**
 * A renewed ID token must be about the same person, audience and party as the one before
 * (OpenID Connect Core 12.2); the nonce counts only where the new one has it.
 */
export function assertSameIdentity(previousIdToken: string, claims: JsonObject): void {
  const previousClaims = decodeJwtPart(previousIdToken, 1);
  if (!previousClaims) return;
  const isEqual = (name: string) =>
    JSON.stringify(previousClaims[name]) === JSON.stringify(claims[name]);
  const isSameIdentity = ['iss', 'sub', 'aud', 'azp'].every(isEqual);
  if (!isSameIdentity || (claims['nonce'] !== undefined && !isEqual('nonce'))) {
    throw idTokenError('id_token_changed');
  }
}

export function idTokenError(code: LoginErrorCode, reason?: string): LoginError {
  const message = code.startsWith('nonce') ? messages.invalidNonce : messages.badIdToken;
  return new LoginError(code, message, reason === undefined ? undefined : { reason });
}

/**
 * Our error for a failure of the core's validation of a token response. The core's own error carries claims
 * and token texts as its cause, so only names are taken over.
 */
export function toLoginError(failure: unknown): LoginError {
  if (failure instanceof LoginError) return failure;
  const cause = failure instanceof Error && isObject(failure.cause) ? failure.cause : {};
  // The token response itself: an access token or a known token type is missing.
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
  // No key of the provider fits, or the key is too short.
  if ('jwks_uri' in cause || 'algorithm' in cause) return 'id_token_key';
  if (isObject(header)) {
    // Extensions that have to be understood.
    if ('crit' in header) return 'id_token_type';
    return header['alg'] === 'none' ? 'id_token_unsigned' : 'id_token_algorithm';
  }
  if ('alg' in cause) return 'id_token_algorithm';
  if (isObject(claims) && typeof claims['sub'] !== 'string') return 'id_token_subject';
  return 'id_token_malformed';
}
