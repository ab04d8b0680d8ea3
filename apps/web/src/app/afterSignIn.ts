import { storage } from '../storage.ts';

export interface Arrival {
  /** Where the login leads that the address of this page was the answer of; null without one. */
  readonly answered: string | null;
  /** The path at which the page stands, once the answer was taken out of it. */
  readonly pathname: string;
  /** The person reloaded the page. */
  readonly reloaded: boolean;
}

/**
 * Where a page that starts goes on; null for where it is. The answer of a login arrives at the start page; the person
 * asked for another one, or was at one when their session ended. Whoever reloads before they are there, while the
 * answer is still being exchanged, asked for it as much. Call `arrived` once they are.
 */
export function whereToGoOn({ answered, pathname, reloaded }: Arrival): string | null {
  const interrupted = reloaded && pathname === '/' ? storage.signingInFor.read() : null;
  const returnTo = answered ?? interrupted;
  if (returnTo === null) return null;
  const wanted = returnTo === '/' ? (storage.resumeAt.read() ?? returnTo) : returnTo;
  storage.signingInFor.write(wanted);
  storage.resumeAt.remove();
  return wanted;
}

/** The person is there, signed in: a reload from now on is one of that page. */
export function arrived(): void {
  storage.signingInFor.remove();
  storage.resumeAt.remove();
}

/** Whether the browser shows this page because it was reloaded. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
}
