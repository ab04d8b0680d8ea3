/** Lifetime of a token for which the partner reports none that is plausible: refreshing it too early is harmless. */
const unknownLifetimeMs = 3_600_000;
/** Consents last about a year. An expiry that is more than this away is a mistake. */
const maxLifetimeMs = 10 * 365 * 86_400_000;

/**
 * Parses a lifetime in seconds. `parseJson` returns numbers as text.
 * @param now the current time in epoch milliseconds
 * @returns the expiry; null for a lifetime that is absent, no number, not positive or more than ten years
 */
export function parseLifetime(seconds: unknown, now: number): Date | null {
  return toDate(now + parseSeconds(seconds) * 1000, now, now);
}

/**
 * Parses an instant in epoch seconds.
 * @param lagMs how far the clock of the instant is behind ours
 * @returns the expiry by our clock; null for an instant that is absent, no number, past or more than ten years ahead
 */
export function parseExpiry(seconds: unknown, now: number, lagMs = 0): Date | null {
  return toDate(parseSeconds(seconds) * 1000 + lagMs, now, now);
}

/**
 * Parses the end of a consent in epoch seconds; it may be past.
 * @returns null for an instant that is absent, no number or more than ten years away
 */
export function parseConsentEnd(seconds: unknown, now: number): Date | null {
  return toDate(parseSeconds(seconds) * 1000, now - maxLifetimeMs, now);
}

/** Returns the expiry of an access token without a plausible one. Its tokens are usable, and may be the only valid ones. */
export function unknownExpiry(now: number): Date {
  return new Date(now + unknownLifetimeMs);
}

function parseSeconds(seconds: unknown): number {
  return typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : NaN;
}

function toDate(ms: number, minMs: number, now: number): Date | null {
  return ms > minMs && ms <= now + maxLifetimeMs ? new Date(ms) : null;
}
