import type { IdentityUser, Profile } from '../api.ts';
import { isObject, isStringArray, parseJsonObject } from '../guards.ts';
import type { JsonObject } from '../guards.ts';

/** The stored user session record (specification, section 3), as it stands in local storage. */
export interface StoredUser {
  readonly idToken: string | null;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly tokenType: string;
  readonly scopes: readonly string[];
  readonly profile: Profile;
  /** Life of the access token in seconds, as the provider gave it. */
  readonly expiresIn: number;
  /** Seconds since 1970 on this machine's clock: receipt plus `expiresIn`. */
  readonly expiresAt: number;
  readonly sessionState: string | null;
}

const protocolClaims = /^(at_hash|aud|exp|iat|iss|sid|auth_time)$/;

/** The claims of an ID token that belong to the record. */
export function toProfile(claims: JsonObject & { sub: string }): Profile {
  const profileClaims = Object.entries(claims).filter(([name]) => !protocolClaims.test(name));
  return { ...Object.fromEntries(profileClaims), sub: claims.sub };
}

/** Reads a record; null if anything in it is not as it was written. */
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
 * Seconds since 1970 from which the user counts as expired and the token is no longer sent: 60 before
 * expiry (the specified clock skew), or a quarter of a life shorter than four minutes, so that a token
 * of one minute is usable at all.
 */
export function effectiveExpiresAt(user: StoredUser): number {
  return user.expiresAt - Math.min(60, user.expiresIn / 4);
}

/** Seconds since 1970 at which renewal is due: 300 s before expiry, or after half of the life. */
export function renewalDueAt(user: StoredUser): number {
  return user.expiresAt - Math.min(300, user.expiresIn / 2);
}

/** The view of a record that the application sees. `now` gives milliseconds. */
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
