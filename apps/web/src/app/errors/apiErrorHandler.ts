import { notify } from '@seller-connect/ui';
import { failureHandler, type ApiFailure } from '../../api/index.ts';
import { shared } from '../../i18n/index.ts';
import type { AppRouter } from '../routing/router.tsx';

/** The shared error handler of both API clients, over the screens of this application. */
export function handleFailures(
  router: AppRouter,
  logOut: () => Promise<void>,
): (failure: ApiFailure) => void {
  return failureHandler({
    logOut: () => void logOut(),
    goTo(path, { code, serverMessage, requestId }) {
      const isOfTeam = code === 'owners_only' || code === 'members_only';
      const refused = { message: serverMessage, reference: requestId, isOfTeam };
      void router.navigate({ to: path, state: { refused }, replace: true });
    },
    notify: ({ title, description }) => notify({ tone: 'negative', title, text: description }),
    texts: shared,
  });
}
