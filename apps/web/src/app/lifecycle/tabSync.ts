import { toasts } from '@seller-connect/ui';
import type { QueryClient } from '@tanstack/react-query';
import { closeDeviceCopy } from '../../api/queries/deviceCopy.ts';
import { onRemoteInvalidation, invalidateQueriesByName } from '../../api/queries/invalidation.ts';
import type { AppSession } from '../../session/index.ts';
import { storage } from '../../storage.ts';
import { language } from '../../i18n/index.ts';
import { hasFormInProgress } from './formsInProgress.ts';
import { reloadReason } from './reloadReason.ts';

/**
 * Keeps this tab in sync with the others: refetches what was changed there, applies a language that was chosen there,
 * and clears all data and toasts of an account when its session ends or another account signs in. The login layer
 * handles sign-out; the theme module handles mode and color.
 */
export function syncTabs(
  session: Pick<AppSession, 'login'>,
  queryClient: QueryClient,
  reload: () => void = () => window.location.reload(),
): () => void {
  let userId = session.login.user()?.profile.sub ?? null;

  const onStorage = (event: StorageEvent) => {
    // All data on the page belongs to the previous team, so a form on it could not be submitted.
    if (event.key === storage.teamChange.key && event.newValue !== null) return reload();
    if (event.key !== storage.localization.key || event.oldValue === event.newValue) return;
    const storedLanguage = storage.localization.read();
    if (storedLanguage === null || storedLanguage === language) reloadReason.set(null);
    else if (hasFormInProgress()) reloadReason.set('language');
    else reload();
  };
  window.addEventListener('storage', onStorage);

  const unsubscribes = [
    onRemoteInvalidation((names) => void invalidateQueriesByName(queryClient, names)),
    session.login.on('user-removed', () => {
      queryClient.clear();
      closeDeviceCopy();
      // Toasts, with their undo actions, belong to the account that signed out.
      toasts.clear();
    }),
    session.login.on('user-loaded', ({ sub }) => {
      // Everything on the page, including forms, belongs to the previous account.
      if (userId !== null && userId !== sub) reload();
      userId = sub;
    }),
    () => window.removeEventListener('storage', onStorage),
  ];
  return () => {
    for (const stop of unsubscribes) stop();
  };
}
