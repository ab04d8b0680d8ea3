/**
 * Why a call to a partner failed, by the reaction that it requires:
 * - `throttled`: too many calls; retry after `retryAfterMs`.
 * - `unauthorized`: the access token is not accepted; refresh once, then retry.
 * - `needs_reauthorization`: the seller has to link the shop again.
 * - `not_permitted`: the application lacks a permission, or the partner restricts it. The operator has to act; a new
 *   consent does not help. Calls that need other permissions still work.
 * - `unavailable`: the partner or the network is down; retry later.
 * - `invalid_request`: the partner rejected the request; a retry does not help.
 * - `protocol`: the response violates the protocol.
 */
export type PartnerErrorKind =
  | 'throttled'
  | 'unauthorized'
  | 'needs_reauthorization'
  | 'not_permitted'
  | 'unavailable'
  | 'invalid_request'
  | 'protocol';

/** What a throttle applies to: this endpoint, this shop, or the whole application. */
export type ThrottleScope = 'endpoint' | 'shop' | 'app';

export interface PartnerErrorDetails {
  kind: PartnerErrorKind;
  /** The partner's code, or ours for a transport error (`timeout`, `network`, `not_json`, …). */
  code: string;
  endpoint: string;
  /** Milliseconds to wait, if the partner reports it or the protocol implies it. */
  retryAfterMs?: number | null;
  scope?: ThrottleScope | null;
  /** The partner's request id, for support cases. */
  requestId?: string | null;
  /** The partner's message. Must never contain a token, so connectors do not include the request. */
  detail?: string | null;
  /** The consent expired, as opposed to being withdrawn. */
  hasEnded?: boolean;
  /** The consent no longer covers this shop, but may still cover others. */
  isOfOneShop?: boolean;
  cause?: unknown;
}

const contentErrorCodes: ReadonlySet<string> = new Set([
  'answer_too_large',
  'not_json',
  'not_utf8',
  'rows_missing',
  'empty_page',
]);

/** The error of all connectors. `message` is for developers; `messageCode` identifies a text for sellers. */
export class PartnerError extends Error {
  override readonly name = 'PartnerError';
  readonly kind: PartnerErrorKind;
  readonly code: string;
  readonly endpoint: string;
  readonly retryAfterMs: number | null;
  readonly scope: ThrottleScope | null;
  readonly requestId: string | null;
  readonly detail: string | null;
  readonly hasEnded: boolean;
  readonly isOfOneShop: boolean;

  constructor(details: PartnerErrorDetails) {
    super(
      `${details.endpoint}: ${details.kind} (${details.code})${details.detail ? `: ${details.detail}` : ''}`,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.kind = details.kind;
    this.code = details.code;
    this.endpoint = details.endpoint;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.scope = details.scope ?? null;
    this.requestId = details.requestId ?? null;
    this.detail = details.detail ?? null;
    this.hasEnded = details.hasEnded ?? false;
    this.isOfOneShop = details.isOfOneShop ?? false;
  }

  /**
   * Whether the content of the response is at fault: the partner was reachable and did respond. Another call may
   * succeed despite missing rows or an unparseable response.
   */
  get isContentError(): boolean {
    return contentErrorCodes.has(this.code);
  }

  /** Key of the text for sellers: `partner_throttled`, `partner_unavailable`, … */
  get messageCode(): `partner_${PartnerErrorKind}` {
    return `partner_${this.kind}`;
  }
}
