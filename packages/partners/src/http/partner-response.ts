import { PartnerError, type ThrottleScope } from '../connector/partner-error.ts';
import { parseJson, splitArray, type JsonElement } from '../parsing/lossless-json.ts';
import type { HttpResponse } from './call-partner.ts';

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
