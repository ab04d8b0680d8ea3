import type { ApiError } from './apiError.ts';

/** Effects of the error handler. They are injected, because `api` must not depend on screens. */
export interface ErrorHandlerDependencies {
  readonly logOut: () => void;
  readonly goTo: (path: '/403', failure: ApiError) => void;
  readonly notify: (notification: { title: string; description: string }) => void;
  readonly texts: { readonly error: string; readonly somethingWentWrong: string };
  readonly now?: () => number;
}

/** Milliseconds during which the same message is shown once, because an outage fails many calls. */
const repeatMs = 5_000;

/**
 * Creates the shared error handler (spec 8). A 401 logs out, a 403 leads to /403, and anything else shows
 * the server's message. `unavailable_partner` is ignored, because the caller navigates to a screen for it.
 * Each error is handled once, even if several calls reject with it.
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
