import { retainFocus } from '@seller-connect/ui';
import type { QueryClient } from '@tanstack/react-query';
import { currentEntry } from './currentEntry.ts';
import { recoverFromOutages } from './outageRecovery.ts';
import { reloadReason } from './reloadReason.ts';
import { installServiceWorker } from './serviceWorker.ts';
import { pollVersion } from './versionPoll.ts';

/**
 * Starts what a page needs once it has been shown. It is loaded when the page is idle.
 * @param coreApi base address of the core API
 */
export function startBackground(queryClient: QueryClient, coreApi: string): void {
  const readiness = new URL('/readyz', new URL(coreApi, location.href));
  recoverFromOutages({ queryClient, isReady: async () => (await fetch(readiness)).ok });
  pollVersion({ own: currentEntry(), onNew: () => reloadReason.set('version') });
  installServiceWorker();
  retainFocus();
}
