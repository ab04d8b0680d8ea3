import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../parsing/lossless-json.ts';
import { PartnerError, type PartnerErrorKind } from '../connector/partner-error.ts';
import type { HttpResponse } from '../http/call-partner.ts';
import { Nullable, readField } from '../parsing/fields.ts';

/** Default cooldown: the rate limit is 200 calls per second and resets every second. */
const throttleMs = 1_000;

/** Kinds of the API's HTTP statuses; it has no error codes. Other statuses from 500 on are transient. */
const kinds: Readonly<Record<number, PartnerErrorKind>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  // A missing scope of the application, or an inactive seller.
  403: 'not_permitted',
  404: 'invalid_request',
  405: 'invalid_request',
  406: 'invalid_request',
  429: 'throttled',
  500: 'unavailable',
  503: 'unavailable',
};

const RestBody = Compile(
  Type.Object({
    errors: Type.Array(Type.Unknown()),
    meta: Type.Optional(Type.Unknown()),
  }),
);
const TokenBody = Compile(
  Type.Object({
    error: Type.String({ minLength: 1 }),
    error_description: Type.Optional(Nullable(Type.String())),
  }),
);

function parseOrNull(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch {
    return null;
  }
}

/** Converts an error response of the API: `{"errors": ["text"]}`, for product calls with an id for support cases. */
export function apiError(
  endpoint: string,
  { status, body, retryAfterMs }: Pick<HttpResponse, 'status' | 'body' | 'retryAfterMs'>,
): PartnerError {
  const parsed = parseOrNull(body);
  const answer = RestBody.Check(parsed) ? parsed : null;
  const kind = kinds[status] ?? (status >= 500 ? 'unavailable' : 'invalid_request');
  const id = readField(answer?.meta, 'id');
  const message = answer?.errors.filter((error) => typeof error === 'string').join('; ');
  return new PartnerError({
    kind,
    code: `http_${status}`,
    endpoint,
    ...(kind === 'throttled' && { scope: 'shop', retryAfterMs: retryAfterMs ?? throttleMs }),
    ...(kind === 'unavailable' && { retryAfterMs }),
    requestId: typeof id === 'string' ? id : null,
    detail: message?.slice(0, 300) || null,
  });
}

/**
 * Converts an OAuth error response of the token endpoint.
 * @param spent the credential sent: a refused code is an invalid request, a refused refresh token requires
 *   reauthorization
 */
export function tokenError(
  endpoint: string,
  answer: Pick<HttpResponse, 'status' | 'body' | 'retryAfterMs'>,
  spent: 'code' | 'refresh_token',
): PartnerError {
  const body = parseOrNull(answer.body);
  // A gateway's own errors may have the same shape.
  if (!TokenBody.Check(body) || answer.status === 429) return apiError(endpoint, answer);
  const isGrant = body.error === 'invalid_grant';
  const kind: PartnerErrorKind =
    answer.status >= 500
      ? 'unavailable'
      : isGrant && spent === 'refresh_token'
        ? 'needs_reauthorization'
        : 'invalid_request';
  return new PartnerError({
    kind,
    code: isGrant && spent === 'code' ? 'InvalidCode' : body.error,
    endpoint,
    detail: body.error_description?.slice(0, 300) ?? null,
  });
}
