import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a state-changing request came from a page of our own origin. For a plain form post on pages without
 * referrer, browsers send `Origin: null`; `Sec-Fetch-Site` decides then. A page of another origin can set neither
 * header.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return fetchSite === 'same-origin';
  return origin === ownOrigin;
}
