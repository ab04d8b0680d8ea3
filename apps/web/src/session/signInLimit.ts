import type { StorageEntry } from '../storage.ts';

/** Milliseconds in which at most `maxRequests` authorization requests leave a tab without a person's doing. */
const windowMs = 60_000;
const maxRequests = 2;

export interface SignInLimit {
  /** True when one more request may leave now, which is counted then. */
  admit(): boolean;
  /** The person decided: counting begins anew. */
  reset(): void;
}

/** Ends a login that would begin again and again. What is stored outlives the redirects between the two origins. */
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
 * Whether the person opened this page: its address holds no answer of an authorization request, and the provider did
 * not lead here. A login that begins again and again always comes through a page that does not.
 * @param referrer `document.referrer`
 */
export function isUserNavigation(address: URL, referrer: string, providerOrigin: string): boolean {
  const isAnswer = ['code', 'error', 'state'].some((name) => address.searchParams.has(name));
  return !isAnswer && (referrer === '' || new URL(referrer).origin !== providerOrigin);
}
