/**
 * Why a call to a partner failed, in the few kinds that a caller acts on:
 * - `throttled`: too many calls; try again after `retryAfterMs`.
 * - `unauthorized`: the access token is not accepted; refresh once, then try again.
 * - `needs_reauthorization`: only the seller can help, by linking the shop again.
 * - `not_permitted`: the application lacks a right, or the partner restricts it. The operator has to act; a new consent
 *   of the seller changes nothing, and what needs other rights goes on.
 * - `unavailable`: the partner or the way to it is down; try again later.
 * - `invalid_request`: the partner understood and refused; trying again changes nothing.
 * - `protocol`: the answer does not have the shape that the protocol promises.
 */
export type PartnerErrorKind =
  | 'throttled'
  | 'unauthorized'
  | 'needs_reauthorization'
  | 'not_permitted'
  | 'unavailable'
  | 'invalid_request'
  | 'protocol';

/** How much of our calling a throttle stops: this endpoint, this shop, or the whole application. */
export type ThrottleScope = 'endpoint' | 'shop' | 'app';

export interface PartnerErrorDetails {
  kind: PartnerErrorKind;
  /** The partner's own code, or ours for a transport fault (`timeout`, `network`, `not_json`, …). */
  code: string;
  endpoint: string;
  /** Milliseconds to wait, when the partner said so or the protocol implies it. */
  retryAfterMs?: number | null;
  scope?: ThrottleScope | null;
  /** The partner's id of the request, for a support case. */
  requestId?: string | null;
  /** The partner's own words. Never holds a token: connectors must not put a request into it. */
  detail?: string | null;
  /** The time of the seller's permission is over: nobody withdrew it. */
  hasEnded?: boolean;
  cause?: unknown;
}

const contentErrorCodes: ReadonlySet<string> = new Set([
  'answer_too_large',
  'not_json',
  'not_utf8',
  'rows_missing',
  'empty_page',
]);

/** Every failure of a connector. Its message is for developers; `messageCode` names a text for people. */
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
  }

  /**
   * What the answer holds is at fault, and not the partner or the way to it: it did answer. Of rows that are missing and
   * of answers that cannot be read, another call may be answered well.
   */
  get isOfContent(): boolean {
    return contentErrorCodes.has(this.code);
  }

  /** The key of the sentence that a seller reads: `partner_throttled`, `partner_unavailable`, … */
  get messageCode(): `partner_${PartnerErrorKind}` {
    return `partner_${this.kind}`;
  }
}
