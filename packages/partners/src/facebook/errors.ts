import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../parsing/lossless-json.ts';
import {
  PartnerError,
  type PartnerErrorKind,
  type ThrottleScope,
} from '../connector/partner-error.ts';

const Code = Type.String({ pattern: '^-?\\d{1,12}$' });
const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const GraphErrorShape = Type.Object({
  error: Type.Object({
    code: Code,
    message: Text,
    type: Text,
    error_subcode: Type.Optional(Type.Union([Code, Type.Null()])),
    fbtrace_id: Text,
  }),
});
const GraphErrorBody = Compile(GraphErrorShape);
export type GraphErrorBody = Static<typeof GraphErrorShape>['error'];

/** There is no Retry-After: a throttle is waited out for a minute at least. */
const minThrottleMs = 60_000;

/** The partner wants fewer days; the caller asks for less. */
export const tooMuchDataCode = 'too_much_data';

/** Codes of insights that ask too much: 1487534 and 1504045 the size, 1504018 the time it takes. */
const tooMuchDataSubcodes = new Set(['1487534', '1504018', '1504045']);

/** Of a token whose time is over; the other subcodes are of one that was taken back. */
const expiredSubcode = '463';

/** The error in an answer, wherever it is: refusals come with the status 200 as well. */
export function parseError(body: unknown): GraphErrorBody | null {
  return GraphErrorBody.Check(body) ? body.error : null;
}

interface Meaning {
  kind: PartnerErrorKind;
  scope?: ThrottleScope;
  code?: string;
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
function errorMeaning(code: number, subcode: string | null, message: string): Meaning {
  if (isTooMuchData(code, subcode, message))
    return { kind: 'invalid_request', code: tooMuchDataCode };
  if (code === 1 || code === 2) return { kind: 'unavailable' };
  if (code === 4 || code === 341) return { kind: 'throttled', scope: 'app' };
  if (code === 17 || code === 32 || code === 613) return { kind: 'throttled', scope: 'shop' };
  if (code >= 80_000 && code <= 80_014) return { kind: 'throttled', scope: 'shop' };
  // A token that has ended cannot be renewed, but another process may have stored a newer one.
  if (code === 102 || code === 190) return { kind: 'unauthorized' };
  // The application has not passed the review for the capability; 200 to 299 is a permission that the person keeps back.
  if (code === 3 || code === 10) return { kind: 'not_permitted' };
  if (code >= 200 && code <= 299) return { kind: 'needs_reauthorization' };
  return { kind: 'invalid_request' };
}

export function isTooMuchData(code: number, subcode: string | null, message: string): boolean {
  if (subcode !== null && tooMuchDataSubcodes.has(subcode)) return true;
  return code === 1 && message.includes('reduce the amount of data');
}

/** `100/33`, as the partner's documentation writes code and subcode. */
function errorCode(fault: GraphErrorBody): string {
  return fault.error_subcode ? `${fault.code}/${fault.error_subcode}` : fault.code;
}

/** A refusal of Graph; `waitMs` is what its usage headers say of the wait, null when nothing. */
export function graphError(
  endpoint: string,
  fault: GraphErrorBody,
  waitMs: number | null,
): PartnerError {
  const message = fault.message ?? '';
  const meaning = errorMeaning(Number(fault.code), fault.error_subcode ?? null, message);
  return new PartnerError({
    kind: meaning.kind,
    code: meaning.code ?? errorCode(fault),
    endpoint,
    ...(meaning.scope && {
      scope: meaning.scope,
      retryAfterMs: Math.max(minThrottleMs, waitMs ?? 0),
    }),
    requestId: fault.fbtrace_id ?? null,
    detail: message.slice(0, 300) || null,
  });
}

/**
 * A refusal of the token endpoint.
 * @param spent what the call spent: a code that is refused is the caller's affair, a token the seller's
 */
export function tokenError(
  endpoint: string,
  fault: GraphErrorBody,
  spent: 'code' | 'token',
  waitMs: number | null,
): PartnerError {
  const details = {
    endpoint,
    requestId: fault.fbtrace_id ?? null,
    detail: fault.message?.slice(0, 300) ?? null,
  };
  // Also of a code that came from another redirect address.
  if (fault.code === '100' && spent === 'code') {
    return new PartnerError({ kind: 'invalid_request', code: 'InvalidCode', ...details });
  }
  if (fault.code === '190') {
    const kind = spent === 'code' ? 'invalid_request' : 'needs_reauthorization';
    return new PartnerError({
      kind,
      code: errorCode(fault),
      hasEnded: fault.error_subcode === expiredSubcode,
      ...details,
    });
  }
  // Code 1 stands for a wrong secret here, and for a passing failure elsewhere.
  if (fault.code === '1' && /client secret/i.test(fault.message ?? '')) {
    return new PartnerError({ kind: 'invalid_request', code: 'client_secret', ...details });
  }
  return graphError(endpoint, fault, waitMs);
}

/** @throws PartnerError `unavailable` for an answer that is not JSON, as proxies and failures send it */
export function parseBody(endpoint: string, status: number, body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch {
    const code = status >= 500 ? `http_${status}` : 'not_json';
    throw new PartnerError({ kind: 'unavailable', code, endpoint });
  }
}
