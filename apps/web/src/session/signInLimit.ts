import type { StorageEntry } from '../storage.ts';

/** Milliseconds in which a tab sends at most `maxRequests` automatic authorization requests. */
const windowMs = 60_000;
const maxRequests = 2;

export interface SignInLimit {
  /** Returns true and counts the request if another one may be sent now. */
  admit(): boolean;
  /** Resets the count after a user action. */
  reset(): void;
}

/** Stops login loops. The stored count survives redirects between the two origins. */
export function createSignInLimit(
  stored: StorageEntry<readonly number[]>,
  now: () => number = Date.now,
): SignInLimit {
  return {
    admit() {
      const recent = (stored.read() ?? []).filter((at) => at > now() - windowMs && at <= now());
      if (recent.length >= maxRequests) return false;
      stored.write([...recent, now()]);
      return true;
    },
    reset: () => stored.remove(),
  };
}

/**
 * Returns whether the user opened this page: its URL contains no authorization response, and the referrer
 * is not the provider. Login loops always pass through pages without these properties.
 * @param referrer `document.referrer`
 */
export function isUserNavigation(address: URL, referrer: string, providerOrigin: string): boolean {
  const isAnswer = ['code', 'error', 'state'].some((name) => address.searchParams.has(name));
  return !isAnswer && (referrer === '' || new URL(referrer).origin !== providerOrigin);
}
