import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable, OptionalText } from '../parsing/fields.ts';
import {
  PartnerError,
  type PartnerErrorKind,
  type ThrottleScope,
} from '../connector/partner-error.ts';

const Code = Type.String({ pattern: '^-?\\d{1,12}$' });
const GraphErrorShape = Type.Object({
  error: Type.Object({
    code: Code,
    message: OptionalText,
    type: OptionalText,
    error_subcode: Type.Optional(Nullable(Code)),
    is_transient: Type.Optional(Type.Unknown()),
    fbtrace_id: OptionalText,
  }),
});
const GraphErrorBody = Compile(GraphErrorShape);
type GraphErrorBody = Static<typeof GraphErrorShape>['error'];

/** Minimum cooldown of a throttle, since there is no Retry-After header. */
const minThrottleMs = 60_000;

/** The request covers too much data; the caller requests fewer days or rows. */
export const tooMuchDataCode = 'too_much_data';

/** Insights subcodes for requests that are too large (1487534 and 1504045) or take too long (1504018). */
const tooMuchDataSubcodes = new Set(['1487534', '1504018', '1504045']);

/** Subcode of an expired token; the others mean that it was revoked. */
const expiredSubcode = '463';

/** Returns the error in a response, regardless of its status: errors may come with status 200. */
export function parseError(body: unknown): GraphErrorBody | null {
  return GraphErrorBody.Check(body) ? body.error : null;
}

interface Meaning {
  kind: PartnerErrorKind;
  scope?: ThrottleScope;
  code?: string;
  isOfOneShop?: boolean;
}

/** @see https://developers.facebook.com/docs/graph-api/guides/error-handling */
function errorMeaning(code: number, subcode: string | null, message: string): Meaning {
  if (isTooMuchData(code, subcode, message))
    return { kind: 'invalid_request', code: tooMuchDataCode };
  if (code === 1 || code === 2) return { kind: 'unavailable' };
  if (code === 4 || code === 341) return { kind: 'throttled', scope: 'app' };
  if (code === 17 || code === 32 || code === 613) return { kind: 'throttled', scope: 'shop' };
  if (code >= 80_000 && code <= 80_014) return { kind: 'throttled', scope: 'shop' };
  // An expired token cannot be refreshed, but another process may have stored a newer one.
  if (code === 102 || code === 190) return { kind: 'unauthorized' };
  // 3 and 10: the application has not passed the review for the capability. 200 to 299: a permission for the ad account
  // is missing. Whether the others lack it too, only their own calls tell.
  if (code === 3 || code === 10) return { kind: 'not_permitted' };
  if (code >= 200 && code <= 299) return { kind: 'needs_reauthorization', isOfOneShop: true };
  return { kind: 'invalid_request' };
}

export function isTooMuchData(code: number, subcode: string | null, message: string): boolean {
  if (subcode !== null && tooMuchDataSubcodes.has(subcode)) return true;
  return code === 1 && message.includes('reduce the amount of data');
}

/** Formats code and subcode like the partner's documentation: `100/33`. */
function errorCode(fault: GraphErrorBody): string {
  return fault.error_subcode ? `${fault.code}/${fault.error_subcode}` : fault.code;
}

/** Returns the PartnerError for a Graph error. `accountWaitMs` is the wait from the usage headers, or null. */
export function graphError(
  endpoint: string,
  fault: GraphErrorBody,
  accountWaitMs: number | null,
): PartnerError {
  const message = fault.message ?? '';
  const known = errorMeaning(Number(fault.code), fault.error_subcode ?? null, message);
  const isTransient =
    known.kind === 'invalid_request' && !known.code && fault.is_transient === true;
  const meaning: Meaning = isTransient ? { kind: 'unavailable' } : known;
  return new PartnerError({
    kind: meaning.kind,
    code: meaning.code ?? errorCode(fault),
    endpoint,
    isOfOneShop: meaning.isOfOneShop ?? false,
    ...(meaning.scope && {
      scope: meaning.scope,
      retryAfterMs: Math.max(minThrottleMs, meaning.scope === 'shop' ? (accountWaitMs ?? 0) : 0),
    }),
    requestId: fault.fbtrace_id ?? null,
    detail: message.slice(0, 300) || null,
  });
}

/**
 * Returns the PartnerError for an error of the token endpoint.
 * @param grant the credential sent: a refused code is an invalid request, a refused token requires reauthorization
 */
export function tokenError(
  endpoint: string,
  fault: GraphErrorBody,
  grant: 'code' | 'token',
  accountWaitMs: number | null,
): PartnerError {
  const details = {
    endpoint,
    requestId: fault.fbtrace_id ?? null,
    detail: fault.message?.slice(0, 300) ?? null,
  };
  // This code also stands for a mismatched redirect URI.
  if (fault.code === '100' && grant === 'code') {
    return new PartnerError({ kind: 'invalid_request', code: 'InvalidCode', ...details });
  }
  if (fault.code === '190') {
    const kind = grant === 'code' ? 'invalid_request' : 'needs_reauthorization';
    return new PartnerError({
      kind,
      code: errorCode(fault),
      hasEnded: fault.error_subcode === expiredSubcode,
      ...details,
    });
  }
  // Code 1 means a wrong secret here, and a transient failure elsewhere.
  if (fault.code === '1' && /client secret/i.test(fault.message ?? '')) {
    return new PartnerError({ kind: 'invalid_request', code: 'client_secret', ...details });
  }
  return graphError(endpoint, fault, accountWaitMs);
}
