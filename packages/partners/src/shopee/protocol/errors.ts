import {
  PartnerError,
  type PartnerErrorKind,
  type ThrottleScope,
} from '../../connector/partner-error.ts';
import { lookUp } from '../../parsing/fields.ts';

export const exchangePath = '/api/v2/auth/token/get';
export const refreshPath = '/api/v2/auth/access_token/get';

interface Meaning {
  kind: PartnerErrorKind;
  scope?: ThrottleScope;
}

/**
 * Meanings of the error codes of the gateway and of the calls used here, by the last part of a dotted code. Source: the
 * error lists of the reference. Errors that only the developer or operator can fix are `not_permitted`.
 */
const meanings: Readonly<Record<string, Meaning>> = {
  invalid_acceess_token: { kind: 'unauthorized' },
  invalid_access_token: { kind: 'unauthorized' },
  // Without a message, the code means a token that is not accepted.
  error_auth: { kind: 'unauthorized' },
  partner_shop_no_link: { kind: 'needs_reauthorization' },
  shop_no_linked: { kind: 'needs_reauthorization' },
  merchant_no_linked: { kind: 'needs_reauthorization' },
  shop_access_expired: { kind: 'needs_reauthorization' },
  merchant_access_expired: { kind: 'needs_reauthorization' },
  supplier_no_linked: { kind: 'needs_reauthorization' },
  supplier_access_expired: { kind: 'needs_reauthorization' },
  refresh_token_expired: { kind: 'needs_reauthorization' },
  error_shop_refresh_token: { kind: 'needs_reauthorization' },
  error_merchant_refresh_token: { kind: 'needs_reauthorization' },
  error_sign: { kind: 'not_permitted' },
  invalid_partner_id: { kind: 'not_permitted' },
  error_partner_key_expired: { kind: 'not_permitted' },
  error_api_permission: { kind: 'not_permitted' },
  error_ashop_api_permission: { kind: 'not_permitted' },
  error_kyc_auth: { kind: 'not_permitted' },
  error_api_call_restricted: { kind: 'not_permitted' },
  api_suspended: { kind: 'not_permitted' },
  source_ip_undeclared: { kind: 'not_permitted' },
  shop_banned: { kind: 'not_permitted' },
  error_perm: { kind: 'not_permitted' },
  error_permission: { kind: 'not_permitted' },
  error_rate_limit: { kind: 'throttled', scope: 'shop' },
  error_limit: { kind: 'throttled', scope: 'app' },
  error_server: { kind: 'unavailable' },
  error_network: { kind: 'unavailable' },
  error_data: { kind: 'unavailable' },
  error_inner: { kind: 'unavailable' },
  system_busy: { kind: 'unavailable' },
  error_system_busy: { kind: 'unavailable' },
  error_get_shop_fail: { kind: 'unavailable' },
  error_slash_price_load: { kind: 'unavailable' },
  decoded_failed_error: { kind: 'unavailable' },
  get_item_error_server: { kind: 'unavailable' },
  income_error_server: { kind: 'unavailable' },
  internal_error_server: { kind: 'unavailable' },
  order_error_server: { kind: 'unavailable' },
  return_info_error_server: { kind: 'unavailable' },
};

/** Meanings of codes that depend on the message. The first matching pattern counts. */
const kindsByMessage: Readonly<Record<string, readonly (readonly [RegExp, PartnerErrorKind])[]>> = {
  error_auth: [
    [/try again later/i, 'unavailable'],
    // An older message for a missing link matches too. The token refresh that follows tells the two apart.
    [/access[_ ]?token|or shop_?id/i, 'unauthorized'],
    [/./, 'not_permitted'],
  ],
  error_param: [
    [/^permission denied/i, 'not_permitted'],
    [/inner error/i, 'unavailable'],
  ],
  error_permission: [[/link shop/i, 'needs_reauthorization']],
};

/** Messages of temporary failures. That of a core server counts for every code, the others for unknown codes. */
const transientMessage = /core server error|(?:try|again) later/i;

/** Returns the kind of an error from its message, else from its code, else from the HTTP status. */
function errorKind(code: string, message: string, status: number): PartnerErrorKind {
  if (/core server error/i.test(message)) return 'unavailable';
  const patterns = lookUp(kindsByMessage, code);
  const kindByMessage = patterns?.find(([pattern]) => pattern.test(message))?.[1];
  if (kindByMessage) return kindByMessage;
  const meaning = lookUp(meanings, code);
  if (meaning) return meaning.kind;
  if (status === 429) return 'throttled';
  return status >= 500 || transientMessage.test(message) ? 'unavailable' : 'invalid_request';
}

/** Error fields of Shopee's response envelope. */
interface ShopeeErrorBody {
  error: string;
  message: string | null;
  requestId: string | null;
  /** HTTP status; counts for unknown codes only, which may be those of a gateway. */
  status?: number;
}

const dayMs = 86_400_000;
/** The daily rate limit resets at midnight UTC+8. */
const resetOffsetMs = 8 * 3_600_000;

/**
 * Converts an error response to a PartnerError. An unknown code becomes `invalid_request`, unless its message or
 * its HTTP status says that the error is transient.
 */
export function toPartnerError(endpoint: string, fault: ShopeeErrorBody, now: Date): PartnerError {
  const { error, message, requestId, status = 200 } = fault;
  const details = { endpoint, requestId, detail: message?.slice(0, 300) ?? null };
  const code = error.split('.').at(-1) ?? error;
  if (code === 'error_auth' && /^$|invalid (?:code|\w+_token)/i.test(message ?? '')) {
    // An older form of the error for a rejected refresh token or authorization code.
    if (endpoint === refreshPath) {
      return new PartnerError({ kind: 'needs_reauthorization', code, ...details });
    }
    if (endpoint === exchangePath) {
      return new PartnerError({ kind: 'invalid_request', code: 'invalid_code', ...details });
    }
  }
  const kind = errorKind(code, message ?? '', status);
  if (kind !== 'throttled') return new PartnerError({ kind, code, ...details });
  const localMs = now.getTime() + resetOffsetMs;
  const retryAfterMs = code === 'error_limit' ? dayMs - (localMs % dayMs) : 1000;
  return new PartnerError({
    kind,
    code,
    ...details,
    scope: lookUp(meanings, code)?.scope ?? null,
    retryAfterMs,
  });
}

/** Codes for an id that Shopee does not know. */
const unknownCodes = new Set([
  'error_not_found',
  'order_not_found',
  'income_not_found',
  'error_item_not_found',
]);

/** Returns whether Shopee does not know the requested id, or one of the ids of a batch. */
export function isUnknownOrderError({ code, detail }: PartnerError): boolean {
  return (
    unknownCodes.has(code) || (code === 'error_param' && /queried is not found/i.test(detail ?? ''))
  );
}
