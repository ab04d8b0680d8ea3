import { fromBase64Url } from '../crypto/base64url.ts';
import { LoginError } from '../errors.ts';
import type { LoginErrorCode } from '../errors.ts';
import { parseJsonObject } from '../guards.ts';
import type { JsonObject } from '../guards.ts';
import * as messages from '../messages.ts';

/**
 * Decodes the header (part 0) or payload (part 1) of a JWT without verification. Returns null if it is malformed.
 */
export function decodeJwtPart(jwt: string, part: 0 | 1): JsonObject | null {
  try {
    return parseJsonObject(fromBase64Url(jwt.split('.')[part] ?? ''));
  } catch {
    return null;
  }
}

/**
 * Checks that a renewed ID token has the same issuer, subject, audience and authorized party as the
 * previous one. The nonce must match only if the new token has one.
 * @throws LoginError `id_token_changed`
 * @see OpenID Connect Core, 12.2
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
