const hour = 60 * 60;
const day = 24 * hour;

/** Lives in seconds; both kinds of session are documented for people on the login screen. */
export const lifetimesSeconds = {
  /** Without "remember me": the cookie ends with the browser, the session after this time at the latest. */
  session: 12 * hour,
  rememberedSession: 14 * day,
  rememberedSessionIdle: 7 * day,
  /** Nobody signed in yet. */
  anonymousSession: hour,
  interaction: hour,
  authorizationCode: 60,
  accessToken: 10 * 60,
  /** Longer than any session: a grant ends with its session or by revocation. */
  grant: 15 * day,
} as const;

interface SignedInSession {
  loginTs?: number | undefined;
  transient?: boolean | undefined;
  accountId?: string | undefined;
}

/** Seconds that a session may still live when it is used at `now` (seconds since 1970); at least 1. */
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

/** A rotated refresh token inherits the end of the first one: rotation never prolongs a sign-in. */
export function refreshTokenLifetimeSeconds(
  token: { authTime?: unknown },
  rotated: { remainingTTL: number } | undefined,
  now: number,
): number {
  if (rotated) return Math.max(1, rotated.remainingTTL);
  const signedInAt = typeof token.authTime === 'number' ? token.authTime : now;
  return Math.max(1, lifetimesSeconds.rememberedSession - (now - signedInAt));
}
