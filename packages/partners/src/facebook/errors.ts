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
const FaultShape = Type.Object({
  error: Type.Object({
    code: Code,
    message: Text,
    type: Text,
    error_subcode: Type.Optional(Type.Union([Code, Type.Null()])),
    fbtrace_id: Text,
  }),
});
const Fault = Compile(FaultShape);
export type Fault = Static<typeof FaultShape>['error'];

/** There is no Retry-After: a throttle is waited out for a minute at least. */
const leastThrottleMs = 60_000;

/** The partner wants fewer days; the caller asks for less. */
export const tooMuchData = 'too_much_data';

/** Codes of insights that ask too much: 1487534 and 1504045 the size, 1504018 the time it takes. */
const tooMuchSubcodes = new Set(['1487534', '1504018', '1504045']);

/** Of a token whose time is over; the other subcodes are of one that was taken back. */
const expired = '463';

/** The error in an answer, wherever it is: refusals come with the status 200 as well. */
export function faultIn(body: unknown): Fault | null {
  return Fault.Check(body) ? body.error : null;
}

interface Meaning {
  kind: PartnerErrorKind;
  scope?: ThrottleScope;
  code?: string;
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
function meaningOf(code: number, subcode: string | null, message: string): Meaning {
  if (isTooMuch(code, subcode, message)) return { kind: 'invalid_request', code: tooMuchData };
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

export function isTooMuch(code: number, subcode: string | null, message: string): boolean {
  if (subcode !== null && tooMuchSubcodes.has(subcode)) return true;
  return code === 1 && message.includes('reduce the amount of data');
}

/** `100/33`, as the partner's documentation writes code and subcode. */
function nameOf(fault: Fault): string {
  return fault.error_subcode ? `${fault.code}/${fault.error_subcode}` : fault.code;
}

/** A refusal of Graph; `waitMs` is what its usage headers say of the wait, null when nothing. */
export function graphError(endpoint: string, fault: Fault, waitMs: number | null): PartnerError {
  const message = fault.message ?? '';
  const meaning = meaningOf(Number(fault.code), fault.error_subcode ?? null, message);
  return new PartnerError({
    kind: meaning.kind,
    code: meaning.code ?? nameOf(fault),
    endpoint,
    ...(meaning.scope && {
      scope: meaning.scope,
      retryAfterMs: Math.max(leastThrottleMs, waitMs ?? 0),
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
  fault: Fault,
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
      code: nameOf(fault),
      hasEnded: fault.error_subcode === expired,
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
export function bodyOf(endpoint: string, status: number, body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch {
    const code = status >= 500 ? `http_${status}` : 'not_json';
    throw new PartnerError({ kind: 'unavailable', code, endpoint });
  }
}
