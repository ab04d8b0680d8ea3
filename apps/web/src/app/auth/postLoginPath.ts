import { storage } from '../../storage.ts';
import { takeWaitingInvitation } from './pendingInvitation.ts';

export interface Arrival {
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
export function whereToGoOn({ answered, pathname, reloaded, isLoggedIn }: Arrival): string | null {
  const interrupted = reloaded && pathname === '/' ? storage.signingInFor.read() : null;
  const returnTo = answered ?? interrupted;
  const resumed = returnTo === '/' ? storage.resumeAt.read() : null;
  const asked = resumed ?? returnTo;
  if (asked !== null || isLoggedIn) storage.resumeAt.remove();
  const [there] = (asked ?? pathname).split(/[?#]/);
  const invitation = isLoggedIn && there === '/' ? takeWaitingInvitation() : null;
  const wanted = invitation ?? asked;
  if (wanted === null) storage.signingInFor.remove();
  else storage.signingInFor.write(wanted);
  return wanted;
}

/** Subscribes to each step to a screen; the first one, of the page that starts, comes from nowhere. Answers its end. */
export type OnStep = (listener: (step: { fromLocation?: unknown }) => void) => () => void;

/**
 * Lets the first step to another screen say that the person is where the login led. Until then a reload may have begun
 * before the address was the new one: the page that is left works on until the next one is there.
 */
export function noteArrival(onStep: OnStep): void {
  const stop = onStep(({ fromLocation }) => {
    if (!fromLocation) return;
    storage.signingInFor.remove();
    stop();
  });
}

/** Whether the browser shows this page because it was reloaded. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}
