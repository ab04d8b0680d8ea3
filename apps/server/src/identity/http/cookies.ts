import type { IncomingHttpHeaders } from 'node:http';

/** The value of a cookie as it was set by us, in base64url; null when it is absent or anything else. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | null {
  const start = `${name}=`;
  const found = headers.cookie?.split(/;\s*/).find((each) => each.startsWith(start));
  const value = found?.slice(start.length) ?? '';
  return /^[\w-]+$/.test(value) ? value : null;
}
