import { LoginError, messages } from './errors.ts';
import type { LoginErrorCode } from './errors.ts';
import { isObject, parseObject } from './guards.ts';
import type { Json } from './guards.ts';

/** The decoded header (part 0) or payload (part 1) of a JWT, unchecked; null if unreadable. */
export function decodeJwtPart(jwt: string, part: 0 | 1): Json | null {
  try {
    const text = (jwt.split('.')[part] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    return parseObject(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Seconds that an ID token's time of issue may lie ahead of the clock. */
const issueTolerance = 60;

/**
 * The two checks that the protocol core leaves out: a time of issue in the future, and an access
 * token hash that is present but belongs to another token (OpenID Connect Core 3.1.3.7, 3.1.3.8).
 * `now` in seconds.
 */
export async function checkIdToken(
  idToken: string,
  claims: Json,
  accessToken: string,
  now: number,
): Promise<void> {
  if (typeof claims['iat'] === 'number' && claims['iat'] > now + issueTolerance) {
    throw idTokenError('id_token_issued_in_future');
  }
  if (claims['at_hash'] === undefined) return;
  const expected = await accessTokenHash(idToken, accessToken);
  if (claims['at_hash'] !== expected) throw idTokenError('id_token_access_token_hash');
}

/** Left half of the token's hash, by the hash of the signature algorithm, in base64url. */
async function accessTokenHash(idToken: string, accessToken: string): Promise<string> {
  const algorithm = String(decodeJwtPart(idToken, 0)?.['alg']);
  const bits = /(256|384)$/.exec(algorithm)?.[1] ?? '512';
  const bytes = new TextEncoder().encode(accessToken);
  const hash = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, bytes));
  const half = String.fromCharCode(...hash.subarray(0, hash.length / 2));
  return btoa(half).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * A renewed ID token must be about the same person, audience and party as the one before
 * (OpenID Connect Core 12.2); the nonce counts only where the new one has it.
 */
export function checkSameIdentity(before: string, claims: Json): void {
  const old = decodeJwtPart(before, 1);
  if (!old) return;
  const same = (name: string) => JSON.stringify(old[name]) === JSON.stringify(claims[name]);
  const kept = ['iss', 'sub', 'aud', 'azp'].every(same);
  if (!kept || (claims['nonce'] !== undefined && !same('nonce'))) {
    throw idTokenError('id_token_changed');
  }
}

export function idTokenError(code: LoginErrorCode, reason?: string): LoginError {
  const nonce = code === 'nonce_missing' || code === 'nonce_mismatch';
  const message = nonce ? messages.invalidNonce : messages.badIdToken;
  return new LoginError(code, message, reason === undefined ? undefined : { reason });
}

/**
 * Our error for a failure of the core's ID token validation. The core's own error carries claims
 * and token texts as its cause, so only names are taken over.
 */
export function fromCore(failure: unknown): LoginError {
  if (failure instanceof LoginError) return failure;
  const cause = failure instanceof Error && isObject(failure.cause) ? failure.cause : {};
  const reason = failure instanceof Error && 'code' in failure ? String(failure.code) : undefined;
  return idTokenError(codeOf(cause), reason);
}

function codeOf(cause: Json): LoginErrorCode {
  const claims = isObject(cause['claims']) ? cause['claims'] : null;
  switch (cause['claim']) {
    case 'iss':
      return 'id_token_issuer';
    case 'aud':
      return 'id_token_audience';
    case 'azp':
      return 'id_token_authorized_party';
    case 'exp':
      return 'id_token_expired';
    case 'nbf':
      return 'id_token_not_yet_valid';
    case 'nonce':
      return 'nonce_mismatch';
  }
  if ('signature' in cause) return 'id_token_signature';
  if ('jwks_uri' in cause) return 'id_token_key';
  if (isObject(cause['header'])) {
    return cause['header']['alg'] === 'none' ? 'id_token_unsigned' : 'id_token_algorithm';
  }
  if ('alg' in cause) return 'id_token_algorithm';
  if (claims && typeof claims['sub'] !== 'string') return 'id_token_subject';
  if (claims && claims['nonce'] === undefined) return 'nonce_missing';
  return 'id_token_malformed';
}
