import { Counter } from 'prom-client';
import type { Http } from '../platform/http/http.ts';
import type { Log } from '../platform/log.ts';
import { createRequestLimit, demandPatience } from '../platform/http/request-limiter.ts';
import { processRegistry } from '../platform/telemetry/metrics.ts';

/** A page tells of a few errors at most; this is a whole office behind one address. */
const maxPerAddressAndMinute = 30;
/** Of everybody together: anybody may make this call, and each of them is a line of the log. */
const maxPerMinute = 300;

const reports = new Counter({
  name: 'client_errors_total',
  help: 'Errors that the web application reported of itself, by kind',
  labelNames: ['kind'],
  registers: [processRegistry],
});

/** Counts and logs what the web application tells of its own errors. */
export function clientErrorRoutes({ handle }: Http, { log }: { readonly log: Log }): void {
  const admitAddress = createRequestLimit(maxPerAddressAndMinute);
  const admitAny = createRequestLimit(maxPerMinute);
  handle('reportClientError', async ({ body, request }) => {
    demandPatience(admitAddress(request.ip));
    demandPatience(admitAny('everybody'));
    reports.inc({ kind: body.kind });
    // Nothing of the request itself: an address is personal data, and the report has none.
    log.warn(
      { event: 'web.client_error', ...body },
      'The web application reported an error of its own',
    );
    return undefined;
  });
}
