import { Counter } from 'prom-client';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { createRequestLimiter, throwIfRateLimited } from '../platform/http/request-limiter.ts';
import { processRegistry } from '../platform/telemetry/metrics.ts';

/** A page tells of a few errors at most; this is a whole office behind one address. */
const maxReportsPerAddress = 30;
/** Of everybody together: anybody may make this call, and each of them is a line of the log. */
const maxReportsPerMinute = 300;

const errorCounter = new Counter({
  name: 'client_errors_total',
  help: 'Errors that the web application reported of itself, by kind',
  labelNames: ['kind'],
  registers: [processRegistry],
});

/** Counts and logs what the web application tells of its own errors. */
export function clientErrorRoutes({ handle }: Http, { log }: { readonly log: Log }): void {
  const addressLimiter = createRequestLimiter(maxReportsPerAddress);
  const globalLimiter = createRequestLimiter(maxReportsPerMinute);
  handle('reportClientError', async ({ body, request }) => {
    throwIfRateLimited(addressLimiter(request.ip));
    throwIfRateLimited(globalLimiter('everybody'));
    errorCounter.inc({ kind: body.kind });
    // Nothing of the request itself: an address is personal data, and the report has none.
    log.warn(
      { event: 'web.client_error', ...body },
      'The web application reported an error of its own',
    );
    return undefined;
  });
}
