import type { ClientErrorReport } from '@seller-connect/contract';
import { endpoints } from '@seller-connect/contract/endpoints';

/** Sends the report of an error. Nobody waits for it, and that it does not arrive is told to nobody. */
export function sendClientError(base: string, report: ClientErrorReport): void {
  const { method, path } = endpoints.reportClientError;
  void fetch(`${base.replace(/\/+$/, '')}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    // Whose browser it is, and where it was, is no part of the report.
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}
