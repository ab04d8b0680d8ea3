/**
 * Responses to requests that the script in the page's head has sent while the application was loading. The API client
 * takes each one instead of sending the same request.
 */

export interface EarlyResponse {
  /** The headers and the body that the request was sent with; it counts only for a call with the same ones. */
  readonly authorization: string;
  readonly body: string | undefined;
  readonly response: Response;
}

/** By method and URL. A request that failed or was not sent resolves to null. */
export type EarlyResponses = Map<string, Promise<EarlyResponse | null>>;

declare global {
  interface Window {
    /** When the requests were planned, on the clock of `performance.now()`. */
    earlyResponses?: { readonly plannedAt: number; readonly byRequest: EarlyResponses };
  }
}

export const earlyKey = (method: string, url: string) => `${method} ${url}`;

/** A response that waited longer for its call is outdated, in milliseconds. */
const maxAgeMs = 20_000;

/**
 * Returns the response to this request if the head has sent the same one, else null. Each response is returned once.
 */
export async function takeEarlyResponse(
  url: string,
  { method = 'GET', headers, body }: RequestInit,
): Promise<Response | null> {
  const early = window.earlyResponses;
  const key = earlyKey(method, url);
  const pending = early?.byRequest.get(key);
  if (!early || !pending) return null;
  early.byRequest.delete(key);
  if (performance.now() - early.plannedAt > maxAgeMs) return null;
  const found = await pending;
  const isSame =
    found !== null &&
    found.body === (body ?? undefined) &&
    new Headers({ authorization: found.authorization }).get('authorization') ===
      new Headers(headers).get('authorization');
  return isSame ? found.response : null;
}
