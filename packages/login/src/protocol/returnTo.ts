/**
 * The address as a path of this origin (path, query, fragment), or null. Anything that could lead
 * elsewhere, such as `//host`, `/\host` or another scheme, is refused (RFC 9700 section 4.11).
 */
export function sameOriginPath(target: string, origin: string): string | null {
  if (!target.startsWith('/') || !URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  const path = url.pathname + url.search + url.hash;
  // Resolving dots can leave a path that starts with two slashes: a host for whoever reads it next.
  return url.origin === origin && !path.startsWith('//') ? path : null;
}
