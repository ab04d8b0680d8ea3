import type { ApiError } from './apiError.ts';

/** What the application does about a failed call; handed in, because `api` knows no screen. */
export interface ErrorHandlerDependencies {
  readonly logOut: () => void;
  readonly goTo: (path: '/403', failure: ApiError) => void;
  readonly notify: (notification: { title: string; description: string }) => void;
  readonly texts: { readonly error: string; readonly somethingWentWrong: string };
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Milliseconds within which the same message is told once: one outage fails many calls. */
const repeatMs = 5_000;

/**
 * Spec 8: 401 logs out, 403 leads to /403, everything else is notified in the server's words. An unavailable partner
 * has a screen, to which the call that is answered so leads. A failure is handled once, however many calls were
 * waiting for what failed.
 */
export function createErrorHandler(actions: ErrorHandlerDependencies): (failure: ApiError) => void {
  const { logOut, goTo, notify, texts, now = Date.now } = actions;
  const handled = new WeakSet<ApiError>();
  const notifiedAt = new Map<string, number>();

  return (failure) => {
    if (handled.has(failure)) return;
    handled.add(failure);
    if (failure.status === 401) return logOut();
    if (failure.status === 403) return goTo('/403', failure);
    if (failure.code === 'unavailable_partner') return;
    const description = failure.serverMessage ?? texts.somethingWentWrong;
    const isRepeat = now() - (notifiedAt.get(description) ?? -Infinity) < repeatMs;
    if (isRepeat) return;
    notifiedAt.set(description, now());
    notify({ title: texts.error, description });
  };
}
