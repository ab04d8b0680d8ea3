import { PartnerError, type PartnerErrorKind, type ThrottleScope } from '../partner-error.ts';

interface Meaning {
  kind: PartnerErrorKind;
  scope?: ThrottleScope;
}

/** The error catalogue of the gateway and of the endpoints used here, by the last part of a dotted code. */
const meanings: Readonly<Record<string, Meaning>> = {
  invalid_acceess_token: { kind: 'unauthorized' },
  invalid_access_token: { kind: 'unauthorized' },
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
  invalid_code: { kind: 'invalid_request' },
  invalid_shop_id: { kind: 'invalid_request' },
  invalid_main_acount_id: { kind: 'invalid_request' },
  error_param: { kind: 'invalid_request' },
  error_sign: { kind: 'invalid_request' },
  invalid_partner_id: { kind: 'invalid_request' },
  error_partner_key_expired: { kind: 'invalid_request' },
  error_api_permission: { kind: 'invalid_request' },
  error_ashop_api_permission: { kind: 'invalid_request' },
  error_kyc_auth: { kind: 'invalid_request' },
  error_api_call_restricted: { kind: 'invalid_request' },
  api_suspended: { kind: 'invalid_request' },
  source_ip_undeclared: { kind: 'invalid_request' },
  shop_banned: { kind: 'invalid_request' },
  order_list_invalid_time: { kind: 'invalid_request' },
  time_invalid: { kind: 'invalid_request' },
  time_period_too_large: { kind: 'invalid_request' },
  error_not_in_whitelist: { kind: 'invalid_request' },
  order_not_found: { kind: 'invalid_request' },
  income_not_found: { kind: 'invalid_request' },
  error_item_not_found: { kind: 'invalid_request' },
  exceed_max_limit: { kind: 'invalid_request' },
  error_rate_limit: { kind: 'throttled', scope: 'shop' },
  error_limit: { kind: 'throttled', scope: 'app' },
  error_server: { kind: 'unavailable' },
  error_network: { kind: 'unavailable' },
  error_data: { kind: 'unavailable' },
  error_inner: { kind: 'unavailable' },
  system_busy: { kind: 'unavailable' },
  error_system_busy: { kind: 'unavailable' },
};

/** The error part of Shopee's envelope; it counts whatever the HTTP status says. */
export interface ShopeeFault {
  error: string;
  message: string | null;
  requestId: string | null;
}

const dayMs = 86_400_000;
/** The daily quota begins anew at midnight of UTC+8. */
const quotaOffsetMs = 8 * 3_600_000;

/** Turns an error answer into the kind that a caller acts on. An unknown code is the partner's refusal. */
export function toPartnerError(endpoint: string, fault: ShopeeFault, now: Date): PartnerError {
  const code = fault.error.split('.').at(-1) ?? fault.error;
  const isToken = endpoint.startsWith('/api/v2/auth/');
  const known = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  const meaning = known ?? { kind: 'invalid_request' };
  // The older wording of a refused refresh token or code.
  const older: PartnerErrorKind =
    endpoint === '/api/v2/auth/access_token/get' ? 'needs_reauthorization' : 'invalid_request';
  const kind = isToken && code === 'error_auth' ? older : meaning.kind;
  const local = now.getTime() + quotaOffsetMs;
  const untilMidnight = dayMs - (local % dayMs);
  return new PartnerError({
    kind,
    code: isToken && code === 'error_auth' && kind === 'invalid_request' ? 'invalid_code' : code,
    endpoint,
    scope: meaning.scope ?? null,
    retryAfterMs: kind === 'throttled' ? (code === 'error_limit' ? untilMidnight : 1000) : null,
    requestId: fault.requestId,
    detail: fault.message?.slice(0, 300) ?? null,
  });
}
