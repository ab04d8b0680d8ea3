import { isUtf8 } from 'node:buffer';
import type { ConnectorEnvironment, PartnerCall } from '../connector/connector.ts';
import { PartnerError, type ThrottleScope } from '../connector/partner-error.ts';
import { parseJson, splitArray, type JsonElement } from '../parsing/lossless-json.ts';

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

/**
 * Extent of a response. A `batch` that is too large or too slow fails at once, since its caller requests fewer rows; a
 * `single` order may be larger. Undefined for a page that cannot be divided.
 */
export type ResponseExtent = 'batch' | 'single';

const mebibyte = 1024 * 1024;
/** A marketplace that returns one row per unit needs about 2 KB per row: 16,000 units. */
const maxBodyBytes = 32 * mebibyte;
/** An order of 64,000 units. */
const maxSingleBodyBytes = 128 * mebibyte;

export interface HttpResponse {
  status: number;
  headers: Headers;
  /** UTF-8, the only encoding that JSON permits. */
  body: Buffer;
  /** The delay in `Retry-After` (seconds or a date), in milliseconds; null without the header. */
  retryAfterMs: number | null;
}

/**
 * Sends one HTTP request to a partner, bounded in time and size. Redirects are refused because they would forward a
 * token to an address that is not configured.
 * @throws PartnerError `protocol` for a response that is too large, `unavailable` for every transport error; the
 *   caller's own abort is rethrown
 */
export async function sendRequest(
  request: {
    fetch: typeof fetch;
    url: string;
    endpoint: string;
    init: RequestInit;
    extent?: ResponseExtent | undefined;
  },
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request.fetch(request.url, {
      ...request.init,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const { status, headers } = response;
    const maxBytes = request.extent === 'single' ? maxSingleBodyBytes : maxBodyBytes;
    const body = await readBody(response, maxBytes);
    return { status, headers, body, retryAfterMs: parseRetryAfter(headers) };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    // The cause is omitted: it may contain the URL, which contains the access token.
    throw new PartnerError({
      kind: error instanceof BodyTooLarge ? 'protocol' : 'unavailable',
      code: timeout.aborted ? 'timeout' : transportErrorCode(error),
      endpoint: request.endpoint,
    });
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
function parseRetryAfter(headers: Headers): number | null {
  const wait = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,6}$/.test(wait)) return Number(wait) * 1000;
  const until = wait.endsWith('GMT') ? Date.parse(wait) : Number.NaN;
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now());
}

class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}
class BodyNotUtf8 extends Error {
  override readonly name = 'BodyNotUtf8';
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  let size = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks, size);
  if (!isUtf8(body)) throw new BodyNotUtf8();
  return body.subarray(0, 3).equals(byteOrderMark) ? body.subarray(3) : body;
}

function transportErrorCode(error: unknown): string {
  if (error instanceof BodyTooLarge) return 'answer_too_large';
  if (error instanceof BodyNotUtf8) return 'not_utf8';
  if (error instanceof TypeError && error.cause instanceof Error) {
    const { cause } = error;
    if ('code' in cause && typeof cause.code === 'string') return cause.code.toLowerCase();
  }
  return 'network';
}

export interface PartnerResponse {
  /** The parsed response with numbers as text; the array at the requested path is emptied. */
  body: unknown;
  /** Elements of that array, verbatim; empty when there is no array. */
  elements: JsonElement[];
  hasArray: boolean;
  /** The whole response, verbatim. */
  bytes: Buffer;
}

/**
 * Parses a JSON response and cuts the array at `arrayPath` out of it; no path, no array.
 * @param throttleScope what an HTTP 429 without a JSON body applies to
 * @throws PartnerError for a response that is not JSON
 */
export function parsePartnerResponse(
  endpoint: string,
  response: HttpResponse,
  arrayPath: readonly string[],
  throttleScope?: ThrottleScope,
): PartnerResponse {
  const { body: bytes } = response;
  try {
    const split = arrayPath.length > 0 ? splitArray(bytes, arrayPath) : null;
    const body = parseJson(split?.rest ?? bytes);
    return { body, elements: split?.elements ?? [], hasArray: split !== null, bytes };
  } catch {
    throw statusError(endpoint, response, throttleScope);
  }
}

/** Returns the error for a response without an error of the partner's own: from a gateway or another infrastructure. */
export function statusError(
  endpoint: string,
  { status, retryAfterMs }: HttpResponse,
  throttleScope: ThrottleScope = 'shop',
): PartnerError {
  if (status === 429) {
    const throttle = { scope: throttleScope, retryAfterMs: retryAfterMs ?? 1000 };
    return new PartnerError({ kind: 'throttled', code: 'http_429', endpoint, ...throttle });
  }
  const code = status >= 200 && status < 300 ? 'not_json' : `http_${status}`;
  return new PartnerError({ kind: 'unavailable', code, endpoint, retryAfterMs });
}

/** Returns the error for a JSON response without the partner's envelope. */
export function noEnvelopeError(endpoint: string): PartnerError {
  return new PartnerError({ kind: 'protocol', code: 'no_envelope', endpoint });
}

/** Returns a field of an envelope if it is text, null otherwise. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Percent-encodes all values: a space, and `+` or `|` in a value, must arrive as they are. */
export function encodeQuery(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Tracks a partner's clock by the `Date` header of its HTTP responses. */
export class PartnerClock {
  #lagMs: number | null = null;

  /**
   * How far the partner's clock is behind ours in milliseconds, by its latest response; negative when it is ahead, null
   * before the first response.
   */
  get lagMs(): number | null {
    return this.#lagMs;
  }

  /** Returns the same environment with a `fetch` that records the date of every response. */
  listening(environment: ConnectorEnvironment): ConnectorEnvironment {
    return {
      ...environment,
      fetch: async (input, init) => {
        const answer = await environment.fetch(input, init);
        const dateHeader = answer.headers.get('date') ?? '';
        const time = dateHeader.endsWith('GMT') ? Date.parse(dateHeader) : Number.NaN;
        if (!Number.isNaN(time)) this.#lagMs = environment.clock().getTime() - time;
        return answer;
      },
    };
  }
}
