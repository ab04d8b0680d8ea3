import type { IncomingHttpHeaders } from 'node:http';

/** Returns the value of a cookie that we set, in base64url; null when it is absent or malformed. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | null {
  const start = `${name}=`;
  const found = headers.cookie?.split(/;\s*/).find((each) => each.startsWith(start));
  const value = found?.slice(start.length) ?? '';
  return /^[\w-]+$/.test(value) ? value : null;
}
