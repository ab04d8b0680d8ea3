import { storage } from '../../storage.ts';

export interface StartupLocation {
  /** The return path of the login whose response was in this page's address; null without a login response. */
  readonly loginReturnTo: string | null;
  /** The path of the page after the login response was removed from its address. */
  readonly pathname: string;
  /** True if the user reloaded the page. */
  readonly reloaded: boolean;
  readonly isLoggedIn: boolean;
}

/**
 * Returns the path to show after startup, or null to stay.
 *
 * A login response always arrives at the start page. The target is the return path of that login. If it is `/`, the page
 * where a session ended or to which a refer link led takes its place. If the target is the start page and the user is
 * logged in, a pending invitation takes its place: the link in the registration email carries no return path. A reload
 * of the start page during a login counts as the same login.
 */
export function resolvePostLoginPath({
  loginReturnTo,
  pathname,
  reloaded,
  isLoggedIn,
}: StartupLocation): string | null {
  const interruptedReturnTo = reloaded && pathname === '/' ? storage.signingInFor.read() : null;
  const returnTo = loginReturnTo ?? interruptedReturnTo;
  const resumePath = returnTo === '/' ? storage.resumeAt.read() : null;
  const requestedPath = resumePath ?? returnTo;
  if (requestedPath !== null || isLoggedIn) storage.resumeAt.remove();
  const [targetPathname] = (requestedPath ?? pathname).split(/[?#]/);
  const invitationPath = isLoggedIn && targetPathname === '/' ? consumePendingInvitation() : null;
  const path = invitationPath ?? requestedPath;
  if (path === null) storage.signingInFor.remove();
  else storage.signingInFor.write(path);
  return path;
}

/** Matches the lifetime of the link in the registration email. */
const invitationTtlMs = 24 * 60 * 60_000;

/**
 * Returns the address of the invitation that was left for the login, or null if there is none or it is too old.
 * Deletes the stored invitation.
 */
export function consumePendingInvitation(now: number = Date.now()): string | null {
  const waiting = storage.invitation.read();
  storage.invitation.remove();
  if (!waiting || !(now - waiting.at < invitationTtlMs)) return null;
  return `/join?token=${encodeURIComponent(waiting.token)}`;
}

/**
 * Subscribes to navigations and returns the unsubscribe function. The first navigation, that of the startup page, has
 * no `fromLocation`.
 */
export type SubscribeToNavigation = (
  listener: (step: { fromLocation?: unknown }) => void,
) => () => void;

/**
 * Clears `storage.signingInFor` at the first navigation to another screen.
 *
 * It cannot be cleared earlier: the old page stays active until the next one is ready, so a reload may begin before
 * the address has changed.
 */
export function clearReturnToOnNavigation(subscribe: SubscribeToNavigation): void {
  const unsubscribe = subscribe(({ fromLocation }) => {
    if (!fromLocation) return;
    storage.signingInFor.remove();
    unsubscribe();
  });
}

/** Whether the page was loaded by a browser reload. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}
