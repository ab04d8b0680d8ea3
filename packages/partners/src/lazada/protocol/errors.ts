import {
  PartnerError,
  type PartnerErrorKind,
  type ThrottleScope,
} from '../../connector/partner-error.ts';
import { lookUp } from '../../parsing/fields.ts';

interface Meaning {
  kind: PartnerErrorKind;
  scope?: ThrottleScope;
  retryAfterMs?: number;
}

const nextSecondMs = 1_000;

/** Meanings of the error codes of the platform and of the endpoints used here. */
const meanings: Readonly<Record<string, Meaning>> = {
  IllegalAccessToken: { kind: 'unauthorized' },
  MissingAccessToken: { kind: 'unauthorized' },
  IllegalRefreshToken: { kind: 'needs_reauthorization' },
  // For sellers from the service market, only a new consent yields a new token.
  AUTH_TYPE_UNSUPPORTED: { kind: 'needs_reauthorization' },
  AppNotSubscribed: { kind: 'needs_reauthorization' },
  InvalidCode: { kind: 'invalid_request' },
  IncompleteSignature: { kind: 'invalid_request' },
  MissingParameter: { kind: 'invalid_request' },
  InvalidAppKey: { kind: 'invalid_request' },
  APP_KEY_INVALID: { kind: 'invalid_request' },
  InvalidApiPath: { kind: 'invalid_request' },
  InvalidApi: { kind: 'invalid_request' },
  InvalidTimestamp: { kind: 'invalid_request' },
  InsufficientPermission: { kind: 'not_permitted' },
  AppWhiteIpLimit: { kind: 'not_permitted' },
  SellerNotActive: { kind: 'invalid_request' },
  SellerNotVerified: { kind: 'invalid_request' },
  SELLER_NOT_PERMITTED: { kind: 'invalid_request' },
  Mp3SellerApiLimit: { kind: 'invalid_request' },
  ApiCallLimit: { kind: 'throttled', scope: 'endpoint', retryAfterMs: 2 * nextSecondMs },
  SellerCallLimit: { kind: 'throttled', scope: 'shop', retryAfterMs: nextSecondMs },
  AppCallLimit: { kind: 'throttled', scope: 'app', retryAfterMs: 60 * nextSecondMs },
  AppApiCallLimit: { kind: 'throttled', scope: 'app', retryAfterMs: 60 * nextSecondMs },
  '901': { kind: 'throttled', scope: 'endpoint', retryAfterMs: nextSecondMs },
  IopSystemFlowlimit: { kind: 'throttled', scope: 'endpoint', retryAfterMs: nextSecondMs },
  ServiceCurrentlimit: { kind: 'throttled', scope: 'endpoint', retryAfterMs: nextSecondMs },
  E1002: { kind: 'throttled', scope: 'endpoint', retryAfterMs: nextSecondMs },
  '1002': { kind: 'throttled', scope: 'endpoint', retryAfterMs: nextSecondMs },
  ServiceTimeout: { kind: 'unavailable' },
  '5': { kind: 'invalid_request' },
  '6': { kind: 'unavailable' },
  '501': { kind: 'invalid_request' },
  E501: { kind: 'invalid_request' },
  '506': { kind: 'unavailable' },
  '513': { kind: 'unavailable' },
  '1000': { kind: 'unavailable' },
  '14': { kind: 'invalid_request' },
  '16': { kind: 'invalid_request' },
  '17': { kind: 'invalid_request' },
  '19': { kind: 'invalid_request' },
  '36': { kind: 'invalid_request' },
  '37': { kind: 'invalid_request' },
  '38': { kind: 'invalid_request' },
  '39': { kind: 'invalid_request' },
  '56': { kind: 'invalid_request' },
  '70': { kind: 'invalid_request' },
  '74': { kind: 'invalid_request' },
  '75': { kind: 'invalid_request' },
  '105': { kind: 'invalid_request' },
  '200': { kind: 'invalid_request' },
  '207': { kind: 'unavailable' },
  '208': { kind: 'invalid_request' },
  EDIT_ITEM_NOT_BELONG_SELLER: { kind: 'invalid_request' },
  '1000012': { kind: 'invalid_request' },
  '1000014': { kind: 'invalid_request' },
};

/** The error fields of Lazada's envelope, which comes with HTTP 200. */
interface LazadaErrorBody {
  code: string;
  type: string | null;
  message: string | null;
  requestId: string | null;
}

/** "this ban will last N seconds": calls succeed again one second later. */
const banPattern = /last\s+(\d{1,7})\s+second/i;

/** Converts an error response to a PartnerError. The kind of an unknown code derives from its `type`. */
export function toPartnerError(endpoint: string, fault: LazadaErrorBody): PartnerError {
  const known = lookUp(meanings, fault.code);
  const meaning = known ?? meaningByType(fault.type);
  const seconds = banPattern.exec(fault.message ?? '')?.[1];
  const banMs = seconds === undefined ? null : (Number(seconds) + 1) * 1000;
  return new PartnerError({
    kind: meaning.kind,
    code: fault.code,
    endpoint,
    scope: meaning.scope ?? null,
    retryAfterMs: meaning.kind === 'throttled' ? (banMs ?? meaning.retryAfterMs ?? null) : null,
    requestId: fault.requestId,
    detail: fault.message?.slice(0, 300) ?? null,
  });
}

/** ISV is an error of the caller; ISP and SYSTEM are errors of the partner and may be transient. */
function meaningByType(type: string | null): Meaning {
  return type === 'ISP' || type === 'SYSTEM'
    ? { kind: 'unavailable' }
    : { kind: 'invalid_request' };
}
