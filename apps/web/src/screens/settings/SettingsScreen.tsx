import { PageHeader } from '@seller-connect/ui';
import { Navigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { texts } from './texts.ts';

/** As in the frame's stylesheet: from here on the list of settings stands beside each of them. */
const twoColumnQuery = '(min-width: 1024px)';

/** The top of the list of settings; where that list is always in sight, the first of them. */
export function SettingsScreen() {
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
