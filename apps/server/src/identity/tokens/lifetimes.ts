const hourSeconds = 60 * 60;
const daySeconds = 24 * hourSeconds;

/** Lifetimes in seconds. The login screen documents both kinds of session. */
export const lifetimesSeconds = {
  /** Without "remember me": the cookie ends with the browser, the session after this time. */
  session: 12 * hourSeconds,
  rememberedSession: 14 * daySeconds,
  rememberedSessionIdle: 7 * daySeconds,
  /** Before a sign-in. */
  anonymousSession: hourSeconds,
  interaction: hourSeconds,
  authorizationCode: 60,
  accessToken: 10 * 60,
  /** Maximum age of a sign-in for changes to how a user signs in. */
  freshSignIn: 15 * 60,
  /** Longer than any session, because a grant ends with its session or by revocation. */
  grant: 15 * daySeconds,
  /** Connection of an assistant, which works while its user is away. */
  assistantGrant: 180 * daySeconds,
} as const;

interface SignedInSession {
  loginTs?: number | undefined;
  transient?: boolean | undefined;
  accountId?: string | undefined;
}

/** Returns the remaining lifetime in seconds of a session used at `now` (Unix seconds); at least 1. */
export function remainingSessionSeconds(session: SignedInSession, now: number): number {
  if (session.accountId === undefined || session.loginTs === undefined) {
    return lifetimesSeconds.anonymousSession;
  }
  const age = now - session.loginTs;
  const left = session.transient
    ? lifetimesSeconds.session - age
    : Math.min(lifetimesSeconds.rememberedSession - age, lifetimesSeconds.rememberedSessionIdle);
  return Math.max(1, left);
}

/**
 * Returns a refresh token's lifetime in seconds. A rotated token inherits its end, so rotation never extends a
 * sign-in.
 */
export function refreshTokenLifetimeSeconds(
  token: { authTime?: unknown },
  rotated: { remainingTTL: number } | undefined,
  now: number,
  maxSeconds: number = lifetimesSeconds.rememberedSession,
): number {
  if (rotated) return Math.max(1, rotated.remainingTTL);
  const signedInAt = typeof token.authTime === 'number' ? token.authTime : now;
  return Math.max(1, maxSeconds - (now - signedInAt));
}
