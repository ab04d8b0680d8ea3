import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request that changes something came from a page of our own origin. Browsers hide the origin of a
 * plain form post on pages without referrer (`Origin: null`); `Sec-Fetch-Site` answers then. A page of another
 * origin can set neither.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return fetchSite === 'same-origin';
  return origin === ownOrigin;
}
