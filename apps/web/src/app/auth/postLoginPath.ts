import { storage } from '../../storage.ts';
import { consumePendingInvitation } from './pendingInvitation.ts';

export interface StartupLocation {
  /** Where the login leads that the address of this page was the answer of; null without one. */
  readonly answered: string | null;
  /** The path at which the page stands, once the answer was taken out of it. */
  readonly pathname: string;
  /** The person reloaded the page. */
  readonly reloaded: boolean;
  readonly isLoggedIn: boolean;
}

/**
 * Where a page that starts goes on; null for where it is. The answer of a login arrives at the start page; the person
 * asked for another one, or was at one when their session ended, or was invited to a team and came back by a letter that
 * knows no address. Whoever reloads meanwhile, with the start page still in the address, asked for it as much.
 */
export function resolvePostLoginPath({
  answered: loginReturnTo,
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

/** Subscribes to each step to a screen; the first one, of the page that starts, comes from nowhere. Answers its end. */
export type SubscribeToNavigation = (
  listener: (step: { fromLocation?: unknown }) => void,
) => () => void;

/**
 * Lets the first step to another screen say that the person is where the login led. Until then a reload may have begun
 * before the address was the new one: the page that is left works on until the next one is there.
 */
export function clearReturnToOnNavigation(subscribe: SubscribeToNavigation): void {
  const unsubscribe = subscribe(({ fromLocation }) => {
    if (!fromLocation) return;
    storage.signingInFor.remove();
    unsubscribe();
  });
}

/** Whether the browser shows this page because it was reloaded. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}
