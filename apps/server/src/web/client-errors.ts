import { Counter } from 'prom-client';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { createRequestLimiter } from '../platform/http/limits/request-limiter.ts';
import { processRegistry } from '../platform/telemetry/metrics.ts';

/** Limit per address. A page reports a few errors at most, but a whole office may share an address. */
const maxReportsPerAddress = 30;
/** Limit across all addresses, because the call needs no authentication and each one writes a log line. */
const maxReportsPerMinute = 300;

const errorCounter = new Counter({
  name: 'client_errors_total',
  help: 'Errors that the web application reported of itself, by kind',
  labelNames: ['kind'],
  registers: [processRegistry],
});

/** Registers the route that counts and logs errors of the web application. */
export function clientErrorRoutes({ handle }: Http, { log }: { readonly log: Log }): void {
  const addressLimiter = createRequestLimiter(maxReportsPerAddress);
  const globalLimiter = createRequestLimiter(maxReportsPerMinute);
  handle('reportClientError', async ({ body, request }) => {
    addressLimiter.admit(request.ip);
    globalLimiter.admit('everybody');
    errorCounter.inc({ kind: body.kind });
    // Logs nothing of the request itself, because the address is personal data.
    log.warn({ event: 'web.client_error', ...body }, 'Web application reported an error');
    return undefined;
  });
}
