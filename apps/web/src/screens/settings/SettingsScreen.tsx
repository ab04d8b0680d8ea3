import { PageHeader } from '@seller-connect/ui';
import { Navigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { texts } from './texts.ts';

/** Same breakpoint as in the layout's stylesheet: wider windows show the list of settings beside each of them. */
const twoColumnQuery = '(min-width: 1024px)';

/** The top of the settings list. On wide windows, where the list is always visible, it redirects to the first entry. */
export default function SettingsScreen() {
  const wide = useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(twoColumnQuery).matches,
  );
  if (wide) return <Navigate to="/settings/appearance" replace />;
  return <PageHeader title={texts.title}>{texts.intro}</PageHeader>;
}

function subscribeToWidth(changed: () => void): () => void {
  const query = window.matchMedia(twoColumnQuery);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
