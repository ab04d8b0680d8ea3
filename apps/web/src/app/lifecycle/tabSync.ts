import { toasts } from '@seller-connect/ui';
import type { QueryClient } from '@tanstack/react-query';
import { onRemoteInvalidation, invalidateQueriesByName } from '../../api/queries/invalidation.ts';
import type { AppSession } from '../../session/index.ts';
import { storage } from '../../storage.ts';
import { language } from '../../i18n/index.ts';
import { hasFormInProgress } from './formsInProgress.ts';
import { setReloadReason } from './reloadReason.ts';

/**
 * Keeps this tab in step with the others: what was changed there is asked for anew, a language that
 * was chosen there is shown here, and nothing of one account, messages included, is left when its session ends or another has signed in.
 * Signing out is followed by the login layer, theme and colour by the theme.
 */
export function syncTabs(
  session: Pick<AppSession, 'login'>,
  queryClient: QueryClient,
  reload: () => void = () => window.location.reload(),
): () => void {
  let userId = session.login.user()?.profile.sub ?? null;

  const onStorage = (event: StorageEvent) => {
    // Everything on the page is another team's; a form of it could not be sent any more.
    if (event.key === storage.teamChange.key && event.newValue !== null) return reload();
    if (event.key !== storage.localization.key || event.oldValue === event.newValue) return;
    const storedLanguage = storage.localization.read();
    if (storedLanguage === null || storedLanguage === language) setReloadReason(null);
    else if (hasFormInProgress()) setReloadReason('language');
    else reload();
  };
  window.addEventListener('storage', onStorage);

  const unsubscribes = [
    onRemoteInvalidation((names) => void invalidateQueriesByName(queryClient, names)),
    session.login.on('user-removed', () => {
      queryClient.clear();
      // What they tell, and offer to undo, was the person's who is gone.
      toasts.clear();
    }),
    session.login.on('user-loaded', ({ sub }) => {
      // Whatever stands on the page, a form too, belongs to somebody else.
      if (userId !== null && userId !== sub) reload();
      userId = sub;
    }),
    () => window.removeEventListener('storage', onStorage),
  ];
  return () => {
    for (const stop of unsubscribes) stop();
  };
}
