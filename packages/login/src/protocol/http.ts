import type { Settings } from '../config.ts';
import { networkError } from '../errors.ts';
import type { StoredUser } from '../session/storedUser.ts';

/** Milliseconds that any single request may take, its body included. */
const requestTimeoutMs = 10_000;

export interface JsonResponse {
  readonly status: number;
  /** The JSON value of the body; null if it is none. */
  readonly body: unknown;
  /** The answer itself, its body unread. */
  readonly response: Response;
}

/**
 * Fetch with a timeout; no redirect is followed, and no address of a page is told.
 * @throws LoginError `network` or `timeout`
 */
export function request(settings: Settings, url: string, init: RequestInit): Promise<Response> {
  const pending = settings.environment.fetch(url, {
    ...init,
    redirect: 'manual',
    // The address of a page may hold a response of some other login.
    referrerPolicy: 'origin',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  return pending.catch((failure: unknown) => {
    throw networkError(failure);
  });
}

/** A request whose answer is JSON. */
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

/** A JSON request with the user's access token: GET, or POST with a body. */
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

/** Whether the specification takes the status for a failure (section 8). */
export function isFailureStatus(status: number): boolean {
  return status < 200 || status >= 399;
}

/** The address with these parameters set. */
export function withQuery(address: string, params: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}
