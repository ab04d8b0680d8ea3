import type { IdentityUser, Profile } from '../api.ts';
import { isObject, isStringArray, parseJsonObject } from '../guards.ts';
import type { JsonObject } from '../guards.ts';

/** The stored record of a user (specification, section 3), as in local storage. */
export interface StoredUser {
  readonly idToken: string | null;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly tokenType: string;
  readonly scopes: readonly string[];
  readonly profile: Profile;
  /** Lifetime of the access token in seconds, as reported by the provider. */
  readonly expiresIn: number;
  /** Seconds since 1970 by this machine's clock: receipt plus `expiresIn`. */
  readonly expiresAt: number;
  readonly sessionState: string | null;
}

const protocolClaims = /^(at_hash|aud|exp|iat|iss|sid|auth_time)$/;

/** Returns the claims of an ID token that belong in the record. */
export function toProfile(claims: JsonObject & { sub: string }): Profile {
  const profileClaims = Object.entries(claims).filter(([name]) => !protocolClaims.test(name));
  return { ...Object.fromEntries(profileClaims), sub: claims.sub };
}

/** Validates a record. Returns null if it is invalid. */
export function parseStoredUser(value: unknown): StoredUser | null {
  return isStoredUser(value) ? value : null;
}

function isStoredUser(value: unknown): value is StoredUser {
  if (!isObject(value) || !isObject(value['profile'])) return false;
  const { idToken, accessToken, refreshToken, tokenType, scopes, profile, sessionState } = value;
  return (
    isStringArray([accessToken, tokenType, profile['sub']]) &&
    isStringArray([idToken, refreshToken, sessionState].map((text) => text ?? '')) &&
    isStringArray(scopes) &&
    [value['expiresIn'], value['expiresAt']].every(Number.isFinite)
  );
}

export function parseStoredUserJson(text: string | null): StoredUser | null {
  return parseStoredUser(parseJsonObject(text));
}

/**
 * Returns the instant, in seconds since 1970, from which the token counts as expired and is no longer sent:
 * 60 s before expiry (the specified clock skew). A lifetime below four minutes uses a quarter of it
 * instead, so that even a token of one minute is usable.
 */
export function effectiveExpiresAt(user: StoredUser): number {
  return user.expiresAt - Math.min(60, user.expiresIn / 4);
}

/**
 * Returns the instant of renewal in seconds since 1970: 300 s before expiry, or half of a shorter lifetime.
 */
export function renewalDueAt(user: StoredUser): number {
  return user.expiresAt - Math.min(300, user.expiresIn / 2);
}

/** Converts a record to the user that applications see. `now` returns milliseconds. */
export function toIdentityUser(user: StoredUser, now: () => number): IdentityUser {
  const { idToken, accessToken, expiresAt, scopes, profile } = user;
  return {
    idToken,
    accessToken,
    expiresAt,
    scopes,
    profile,
    get expired() {
      return now() / 1000 >= effectiveExpiresAt(user);
    },
  };
}
