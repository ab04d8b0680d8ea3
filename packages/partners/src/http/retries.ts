import type { ConnectorEnvironment } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { Extent } from './http-request.ts';

const attempts = 5;
/** A longer wait than this is not slept through: the caller plans it. */
const longestWaitMs = 10_000;

/** Repeats a read with growing, jittered waits while the partner is throttling or away. */
export async function retrying<T>(
  environment: ConnectorEnvironment,
  request: {
    platform: string;
    endpoint: string;
    signal: AbortSignal | undefined;
    extent?: Extent | undefined;
  },
  once: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof PartnerError) || attempt === attempts) throw error;
      if (error.kind !== 'unavailable' && error.kind !== 'throttled') throw error;
      if (request.extent === 'batch' && error.code === 'timeout') throw error;
      const least = error.retryAfterMs ?? (error.kind === 'throttled' ? 1000 : 0);
      const waitMs = least + environment.random() * Math.min(4000, 125 * 2 ** attempt);
      if (waitMs > longestWaitMs) throw error;
      const { platform, endpoint } = request;
      environment.log.debug(
        { platform, endpoint, code: error.code, attempt, waitMs: Math.round(waitMs) },
        'a call to a partner is repeated',
      );
      await environment.sleep(waitMs, request.signal);
    }
  }
}
