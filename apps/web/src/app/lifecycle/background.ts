import { retainFocus } from '@seller-connect/ui';
import type { QueryClient } from '@tanstack/react-query';
import { createErrorReporter, sendClientError, type ErrorContext } from '../errors/errorReport.ts';
import { currentEntry } from './currentEntry.ts';
import { recoverFromOutages } from './outageRecovery.ts';
import { reloadReason } from './reloadReason.ts';
import { installServiceWorker } from './serviceWorker.ts';
import { pollVersion } from './versionPoll.ts';

/** What a page needs once it has been shown, or when an error occurs. It is loaded when the page is idle. */

/** @param coreApi base address of the core API */
export function startBackground(queryClient: QueryClient, coreApi: string): void {
  const readiness = new URL('/readyz', new URL(coreApi, location.href));
  recoverFromOutages({ queryClient, isReady: async () => (await fetch(readiness)).ok });
  pollVersion({ own: currentEntry(), onNew: () => reloadReason.set('version') });
  installServiceWorker();
  retainFocus();
}

let report: ReturnType<typeof createErrorReporter> | undefined;

/** Reports an error to the operator. */
export function reportClientError(coreApi: string, error: unknown, context: ErrorContext): void {
  report ??= createErrorReporter((each) => sendClientError(coreApi, each));
  report(error, context);
}
