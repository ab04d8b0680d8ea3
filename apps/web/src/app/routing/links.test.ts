import { describe, expect, it } from 'vitest';
import { matchRoute } from './matchedRoute.ts';
import { createAppRouter } from './router.tsx';

/** Sources with paths of the application. The other sources of the web application contain paths of servers. */
const webSources = import.meta.glob<string>(
  [
    '../../{app,editing,lists,loading,onboarding,screens,shops}/**/*.{ts,tsx}',
    '!**/*.test.{ts,tsx}',
    '!**/testing/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);
/** Sources of the server with links in notifications and emails. */
const serverSources = import.meta.glob<string>(
  [
    '../../../../server/src/notifications/messages/*.ts',
    '../../../../server/src/identity/emails/*.ts',
    '!**/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Addresses that are no screens: of the servers, of the service worker and of built files. */
const otherAddress =
  /^\/(?:oauth\/(?:google\/callback|logout)$|readyz$|service-worker\.js$|assets\/)/;

/** Extracts paths, without query and fragment. Each `${…}` becomes `x`. */
function extractPaths(files: Readonly<Record<string, string>>, pattern: RegExp): string[] {
  const paths = Object.values(files).flatMap((code) =>
    [...code.matchAll(pattern)].map(([, path = '']) =>
      path.replaceAll(/\$\{[^}]*\}/g, 'x').replace(/[?#].*/, ''),
    ),
  );
  return [...new Set(paths)].filter((path) => !otherAddress.test(path));
}

describe('dead links', () => {
  const router = createAppRouter();
  const deadPaths = (paths: readonly string[]) => paths.filter((path) => !matchRoute(router, path));

  it('do not exist in the web application', () => {
    const paths = extractPaths(webSources, /['"`](\/(?:[a-z0-9][^'"`\s]*)?)['"`]/g);
    expect(paths).toEqual(expect.arrayContaining(['/', '/settings/team', '/orders/x/x']));
    expect(deadPaths(paths)).toEqual([]);
  });

  it('do not exist in what the server sends', () => {
    const paths = extractPaths(serverSources, /(?:href: ['`]|[oO]rigin\})(\/[^'"`\s]*)/g);
    expect(paths).toEqual(expect.arrayContaining(['/connect', '/settings/notifications']));
    expect(deadPaths(paths)).toEqual([]);
  });

  it('are detected', () => {
    const files = { 'Screen.tsx': 'href={`/brands/${code}?tab=1`} to="/brand" href="/"' };
    const paths = extractPaths(files, /['"`](\/(?:[a-z0-9][^'"`\s]*)?)['"`]/g);
    expect(paths).toEqual(['/brands/x', '/brand', '/']);
    expect(deadPaths(paths)).toEqual(['/brand']);
  });
});
