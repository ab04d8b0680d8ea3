/**
 * Returns the URL as a path of this origin (with query and fragment), or null. Rejects anything that could
 * lead to another origin, such as `//host`, `/\host` or another scheme.
 * @see RFC 9700, section 4.11
 */
export function sameOriginPath(target: string, origin: string): string | null {
  if (!target.startsWith('/') || !URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  const path = url.pathname + url.search + url.hash;
  // Resolving dots can leave a path that begins with two slashes, which later code would parse as a host.
  return url.origin === origin && !path.startsWith('//') ? path : null;
}
