import { PartnerError, type PartnerErrorKind } from '../../connector/partner-error.ts';
import { lookUp } from '../../parsing/fields.ts';

/**
 * Kinds of the documented error codes and of those observed on the wire. 36009004 stands for a dozen errors, which are
 * distinguished by the message.
 * @see https://partner.tiktokshop.com/docv2/page/common-errors
 */
const kinds: Readonly<Record<string, PartnerErrorKind>> = {
  '101000': 'unauthorized',
  '105001': 'unauthorized',
  '105002': 'unauthorized',
  // The application has to apply for the permission in the Partner Center.
  '105005': 'not_permitted',
  '106001': 'invalid_request',
  '106013': 'invalid_request',
  '36004001': 'needs_reauthorization',
  '36004004': 'invalid_request',
  '36004005': 'needs_reauthorization',
  '98001004': 'invalid_request',
  '36009002': 'throttled',
  '36009003': 'unavailable',
  '36009007': 'unavailable',
  '36009009': 'invalid_request',
  '36009010': 'invalid_request',
  // The version of the call was removed; the program needs an update.
  '36009014': 'not_permitted',
  '36009021': 'invalid_request',
  '36009022': 'invalid_request',
  '36009023': 'invalid_request',
  // Our IP address is not on the application's allowlist.
  '36009033': 'not_permitted',
  '36009043': 'invalid_request',
  '36009044': 'invalid_request',
  '10037002': 'unavailable',
  '10037003': 'unavailable',
  '10037004': 'unavailable',
  '21008111': 'invalid_request',
  '12019028': 'invalid_request',
  '12019045': 'invalid_request',
  '12019150': 'invalid_request',
  '12052180': 'invalid_request',
  '12052990': 'invalid_request',
};

const ambiguousCode = '36009004';

/** A response with a code other than 0, which counts regardless of the HTTP status. */
interface TikTokErrorBody {
  code: string;
  message: string | null;
  requestId: string | null;
  status: number;
  /** The delay in `Retry-After`, in milliseconds; null without the header. */
  retryAfterMs: number | null;
}

/**
 * Converts an error response to a PartnerError. An unknown code is `invalid_request`, or `unavailable` with HTTP 5xx.
 */
export function toPartnerError(endpoint: string, fault: TikTokErrorBody): PartnerError {
  const kind = errorKind(fault);
  return new PartnerError({
    kind,
    code: fault.code === '36004004' ? 'invalid_code' : fault.code,
    endpoint,
    scope: kind === 'throttled' ? 'endpoint' : null,
    retryAfterMs: kind === 'throttled' ? (fault.retryAfterMs ?? 1000) : retryAfterOf(kind, fault),
    requestId: fault.requestId,
    detail: fault.message?.slice(0, 300) ?? null,
  });
}

/** An unavailable partner may announce a delay. */
function retryAfterOf(kind: PartnerErrorKind, { retryAfterMs }: TikTokErrorBody): number | null {
  return kind === 'unavailable' ? retryAfterMs : null;
}

function errorKind({ code, message, status }: TikTokErrorBody): PartnerErrorKind {
  if (status === 429) return 'throttled';
  const known = lookUp(kinds, code);
  if (known !== undefined) return known;
  if (code === ambiguousCode) {
    return /access.?token/i.test(message ?? '') ? 'unauthorized' : 'invalid_request';
  }
  if (/^105\d{3}$/.test(code)) return 'unauthorized';
  return status >= 500 ? 'unavailable' : 'invalid_request';
}

/** Returns whether the shop's cipher was rejected and has to be fetched again. */
export function isCipherRejected(error: unknown): boolean {
  if (!(error instanceof PartnerError)) return false;
  return (
    error.code === '106013' || (error.code === ambiguousCode && /cipher/i.test(error.detail ?? ''))
  );
}
