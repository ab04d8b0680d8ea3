import { PartnerError, type PartnerErrorKind } from '../../connector/partner-error.ts';

/**
 * The documented codes and those seen on the wire: https://partner.tiktokshop.com/docv2/page/common-errors.
 * 36009004 stands for a dozen faults of a request and is told apart by its words.
 */
const kinds: Readonly<Record<string, PartnerErrorKind>> = {
  '101000': 'unauthorized',
  '105001': 'unauthorized',
  '105002': 'unauthorized',
  // The application has to apply for the right in the Partner Center.
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
  // The version of the call is gone: only a newer program helps.
  '36009014': 'not_permitted',
  '36009021': 'invalid_request',
  '36009022': 'invalid_request',
  '36009023': 'invalid_request',
  // Our address is not on the application's list.
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

/** An answer with another code than 0; the code counts whatever the HTTP status says. */
export interface TikTokErrorBody {
  code: string;
  message: string | null;
  requestId: string | null;
  status: number;
  /** What `Retry-After` says, if the answer has it. */
  retryAfterMs: number | null;
}

/** Turns an error answer into the kind that a caller acts on. An unknown code is the partner's refusal. */
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

/** A partner that is away may say for how long. */
function retryAfterOf(kind: PartnerErrorKind, { retryAfterMs }: TikTokErrorBody): number | null {
  return kind === 'unavailable' ? retryAfterMs : null;
}

function errorKind({ code, message, status }: TikTokErrorBody): PartnerErrorKind {
  if (status === 429) return 'throttled';
  const known = Object.hasOwn(kinds, code) ? kinds[code] : undefined;
  if (known !== undefined) return known;
  if (code === ambiguousCode) {
    return /access.?token/i.test(message ?? '') ? 'unauthorized' : 'invalid_request';
  }
  if (/^105\d{3}$/.test(code)) return 'unauthorized';
  return status >= 500 ? 'unavailable' : 'invalid_request';
}

/** Whether a shop's cipher was refused: it is then asked for anew. */
export function isCipherRejected(error: unknown): boolean {
  if (!(error instanceof PartnerError)) return false;
  return (
    error.code === '106013' || (error.code === ambiguousCode && /cipher/i.test(error.detail ?? ''))
  );
}
