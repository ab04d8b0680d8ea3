import type { ClientErrorReport } from '@seller-connect/contract';
import { endpoints } from '@seller-connect/contract/endpoints';

/** Sends an error report in the background. Failures are ignored. */
export function sendClientError(base: string, report: ClientErrorReport): void {
  const { method, path } = endpoints.reportClientError;
  void fetch(`${base.replace(/\/+$/, '')}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    // Reports must not identify the user or the page.
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}
