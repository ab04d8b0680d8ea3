/**
 * Parameter of the authorization request: the application page to return to. The application remembers the page in
 * the tab that started the login; an emailed link may open in another tab.
 */
export const returnParameter = 'return_to';

const maxPathLength = 2048;

/**
 * Parses a path of the application's origin, such as `/page?with=search#and-hash`; null for anything that leads
 * elsewhere.
 */
export function parseReturnPath(given: unknown, appOrigin: string): string | null {
  if (typeof given !== 'string' || given.length > maxPathLength || !given.startsWith('/'))
    return null;
  if (!URL.canParse(given, appOrigin)) return null;
  const url = new URL(given, appOrigin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Resolving dot segments can leave a leading `//`, which the next parser would read as another host.
  return url.origin === appOrigin && !path.startsWith('//') ? path : null;
}
