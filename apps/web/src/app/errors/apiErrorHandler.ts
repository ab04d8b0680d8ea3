import { showToast } from '@seller-connect/ui';
import { createErrorHandler, type ApiError } from '../../api/index.ts';
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
