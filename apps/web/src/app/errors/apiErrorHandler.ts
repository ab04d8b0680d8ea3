import { showToast } from '@seller-connect/ui';
import type { ApiError } from '../../api/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import type { AppRouter } from '../routing/router.tsx';

/** Creates the error handler that both API clients share, based on this application's router and toasts. */
export function createApiErrorHandler(
  router: AppRouter,
  logOut: () => Promise<void>,
): (failure: ApiError) => void {
  return createErrorHandler({
    logOut: () => void logOut(),
    goTo(path, { code, serverMessage, requestId }) {
      const isOfTeam = code === 'owners_only' || code === 'members_only';
      const denial = { message: serverMessage, reference: requestId, isOfTeam };
      void router.navigate({
        to: path,
        state: { refused: denial },
        replace: true,
        // Unsaved input does not hold up the way to /403.
        ignoreBlocker: true,
      });
    },
    notify: ({ title, description }) => showToast({ tone: 'negative', title, text: description }),
    texts: sharedTexts,
  });
}

/** Effects of the error handler. */
interface ErrorHandlerDependencies {
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
