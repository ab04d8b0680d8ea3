import type { Settings } from '../config.ts';
import { httpError, networkError } from '../errors.ts';
import type { StoredUser } from '../session/storedUser.ts';

/** Timeout of a request in milliseconds, including its body. */
const requestTimeoutMs = 10_000;

interface JsonResponse {
  readonly status: number;
  /** The parsed body; null if it is not JSON. */
  readonly body: unknown;
  /** The response with its body unread. */
  readonly response: Response;
}

/**
 * Fetches with a timeout, without following redirects and without sending the page's path as referrer.
 * @throws LoginError `network` or `timeout`
 */
export function request(settings: Settings, url: string, init: RequestInit): Promise<Response> {
  const pending = settings.environment.fetch(url, {
    ...init,
    redirect: 'manual',
    // The page's URL may contain the response of another login.
    referrerPolicy: 'origin',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  return pending.catch((failure: unknown) => {
    throw networkError(failure);
  });
}

/**
 * Sends a request and parses the response as JSON.
 * @throws LoginError `network` or `timeout`
 */
export async function requestJson(
  settings: Settings,
  url: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
): Promise<JsonResponse> {
  const headers = { accept: 'application/json', ...init.headers };
  const response = await request(settings, url, { ...init, headers });
  const body: unknown = await response
    .clone()
    .json()
    .catch((failure: unknown) => {
      if (failure instanceof SyntaxError) return null;
      throw networkError(failure);
    });
  return { status: response.status, body, response };
}

/** Sends a JSON request with the user's access token: GET, or POST with a body. */
export function requestWithToken(
  settings: Settings,
  user: StoredUser,
  url: string,
  body?: object,
): Promise<JsonResponse> {
  const authorization = `${user.tokenType} ${user.accessToken}`;
  return requestJson(settings, url, {
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

/** Returns whether the specification treats the status as a failure (section 8). */
export function isFailureStatus(status: number): boolean {
  return status < 200 || status >= 399;
}

/** @throws LoginError `http_status` for a failure */
export function assertSuccess(status: number): void {
  if (isFailureStatus(status)) throw httpError(status);
}

/** Returns the URL with these parameters set. */
export function withQuery(address: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}
