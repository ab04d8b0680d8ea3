import type { ConnectorEnvironment, PartnerCall } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { sendRequest, type HttpResponse, type ResponseExtent } from './http-request.ts';

/** One call to a partner. */
export interface CallOptions<Result> {
  call: PartnerCall;
  extent?: ResponseExtent | undefined;
  /** Builds the request. Called after the wait for the permit, so that a signed timestamp is current. */
  build(): { url: string; init: RequestInit };
  /** @throws PartnerError for a response that reports an error */
  interpret(response: HttpResponse): Result | Promise<Result>;
}

/** Waits for the permit, sends the request and interprets the response. Reports a throttle to the rate limiter. */
export async function callPartner<Result>(
  environment: ConnectorEnvironment,
  { call, extent, build, interpret }: CallOptions<Result>,
): Promise<Result> {
  const { fetch, timeoutMs, log } = environment;
  const { platform, endpoint, signal } = call;
  await environment.beforeCall(call);
  const response = await sendRequest({ fetch, endpoint, extent, ...build() }, timeoutMs, signal);
  try {
    return await interpret(response);
  } catch (error) {
    if (error instanceof PartnerError && error.kind === 'throttled') {
      const throttle = { scope: error.scope ?? 'shop', waitMs: error.retryAfterMs ?? 1000 };
      log.warn({ call, code: error.code, ...throttle }, `${platform} throttled a call`);
      await environment.onThrottled(call, throttle);
    }
    throw error;
  }
}

const maxAttempts = 5;
/** Longer waits are left to the caller: the error is rethrown. */
const maxWaitMs = 10_000;

/** Makes an idempotent call. Retries with growing, jittered delays while the partner throttles or is unavailable. */
export async function callWithRetries<Result>(
  environment: ConnectorEnvironment,
  options: CallOptions<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callPartner(environment, options);
    } catch (error) {
      if (!(error instanceof PartnerError) || attempt === maxAttempts) throw error;
      if (error.kind !== 'unavailable' && error.kind !== 'throttled') throw error;
      if (options.extent === 'batch' && error.code === 'timeout') throw error;
      const minWaitMs = error.retryAfterMs ?? (error.kind === 'throttled' ? 1000 : 0);
      const waitMs = minWaitMs + environment.random() * Math.min(4000, 125 * 2 ** attempt);
      if (waitMs > maxWaitMs) throw error;
      const { platform, endpoint, signal } = options.call;
      environment.log.debug(
        { platform, endpoint, code: error.code, attempt, waitMs: Math.round(waitMs) },
        'a call to a partner is repeated',
      );
      await environment.sleep(waitMs, signal);
    }
  }
}
