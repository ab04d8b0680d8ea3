import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../parsing/lossless-json.ts';
import { PartnerError, type PartnerErrorKind } from '../connector/partner-error.ts';
import type { HttpResponse } from '../http/http-request.ts';

/** Over the quota of 200 a second; the next second is a new one. */
const throttleMs = 1_000;

/** What the API's HTTP statuses mean; it has no codes of its own. Others from 500 on may pass. */
const kinds: Readonly<Record<number, PartnerErrorKind>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  // A scope that the application was not given, or a seller who is not active.
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
    error_description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
);

function parseOrNull(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch {
    return null;
  }
}

/** A refusal of the API: `{"errors": ["text"]}`, product calls with an id for a support case. */
export function apiError(
  endpoint: string,
  { status, body, retryAfterMs }: Pick<HttpResponse, 'status' | 'body' | 'retryAfterMs'>,
): PartnerError {
  const parsed = parseOrNull(body);
  const answer = RestBody.Check(parsed) ? parsed : null;
  const kind = kinds[status] ?? (status >= 500 ? 'unavailable' : 'invalid_request');
  const meta = answer?.meta;
  const id: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'id') : null;
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
 * A refusal of the token endpoint, in OAuth's words.
 * @param spent what the call spent: a code that is refused is the caller's, a refresh token the seller's affair
 */
export function tokenError(
  endpoint: string,
  answer: Pick<HttpResponse, 'status' | 'body' | 'retryAfterMs'>,
  spent: 'code' | 'refresh_token',
): PartnerError {
  const body = parseOrNull(answer.body);
  if (!TokenBody.Check(body)) return apiError(endpoint, answer);
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
