/**
 * Parameter of the authorization request: the page of the application that the person is on the way to. The
 * application itself knows it in the tab that began the login; a link from a letter may open in another one.
 */
export const returnParameter = 'return_to';

const maxPathLength = 2048;

/** A path of the application's origin, as `/page?with=search#and-hash`; null for what would lead anywhere else. */
export function parseReturnPath(given: unknown, appOrigin: string): string | null {
  if (typeof given !== 'string' || given.length > maxPathLength || !given.startsWith('/'))
    return null;
  if (!URL.canParse(given, appOrigin)) return null;
  const url = new URL(given, appOrigin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Resolving dots can leave a path that begins with two slashes: another host for whoever reads it next.
  return url.origin === appOrigin && !path.startsWith('//') ? path : null;
}
