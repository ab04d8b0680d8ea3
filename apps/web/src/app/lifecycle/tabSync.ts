import { notices } from '@seller-connect/ui';
import type { QueryClient } from '@tanstack/react-query';
import { onChangeElsewhere, refetchNamed } from '../../api/queries/invalidation.ts';
import type { AppSession } from '../../session/index.ts';
import { storage } from '../../storage.ts';
import { language } from '../../i18n/index.ts';
import { formInProgress } from './formsInProgress.ts';
import { setPageNews } from './reloadReason.ts';

/**
 * Keeps this tab in step with the others: what was changed there is asked for anew, a language that
 * was chosen there is shown here, and nothing of one account, messages included, is left when its session ends or another has signed in.
 * Signing out is followed by the login layer, theme and colour by the theme.
 */
export function followTabs(
  session: Pick<AppSession, 'login'>,
  queries: QueryClient,
  reload: () => void = () => window.location.reload(),
): () => void {
  let person = session.login.user()?.profile.sub ?? null;

  const onStorage = (event: StorageEvent) => {
    // Everything on the page is another team's; a form of it could not be sent any more.
    if (event.key === storage.teamChange.key && event.newValue !== null) return reload();
    if (event.key !== storage.localization.key || event.oldValue === event.newValue) return;
    const chosen = storage.localization.read();
    if (chosen === null || chosen === language) setPageNews(null);
    else if (formInProgress()) setPageNews('language');
    else reload();
  };
  window.addEventListener('storage', onStorage);

  const stops = [
    onChangeElsewhere((names) => void refetchNamed(queries, names)),
    session.login.on('user-removed', () => {
      queries.clear();
      // What they tell, and offer to undo, was the person's who is gone.
      notices.clear();
    }),
    session.login.on('user-loaded', ({ sub }) => {
      // Whatever stands on the page, a form too, belongs to somebody else.
      if (person !== null && person !== sub) reload();
      person = sub;
    }),
    () => window.removeEventListener('storage', onStorage),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
