import type { ConnectorEnvironment } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { ResponseExtent } from './http-request.ts';

const maxAttempts = 5;
/** Longer waits are left to the caller: the error is rethrown. */
const maxWaitMs = 10_000;

/** Retries a read with growing, jittered delays while the partner throttles or is unavailable. */
export async function withRetries<T>(
  environment: ConnectorEnvironment,
  request: {
    platform: string;
    endpoint: string;
    signal: AbortSignal | undefined;
    extent?: ResponseExtent | undefined;
  },
  attemptOnce: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (!(error instanceof PartnerError) || attempt === maxAttempts) throw error;
      if (error.kind !== 'unavailable' && error.kind !== 'throttled') throw error;
      if (request.extent === 'batch' && error.code === 'timeout') throw error;
      const minWaitMs = error.retryAfterMs ?? (error.kind === 'throttled' ? 1000 : 0);
      const waitMs = minWaitMs + environment.random() * Math.min(4000, 125 * 2 ** attempt);
      if (waitMs > maxWaitMs) throw error;
      const { platform, endpoint } = request;
      environment.log.debug(
        { platform, endpoint, code: error.code, attempt, waitMs: Math.round(waitMs) },
        'a call to a partner is repeated',
      );
      await environment.sleep(waitMs, request.signal);
    }
  }
}
