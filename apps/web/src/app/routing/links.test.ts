import { describe, expect, it } from 'vitest';
import { matchRoute } from './matchedRoute.ts';
import { createAppRouter } from './router.tsx';

/** What knows the application's addresses; the rest of the web application knows those of servers. */
const sources = import.meta.glob<string>(
  [
    '../../{app,editing,lists,loading,onboarding,screens,shops}/**/*.{ts,tsx}',
    '!**/*.test.{ts,tsx}',
    '!**/testing/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);
/** What the server writes into notifications and emails. */
const messages = import.meta.glob<string>(
  [
    '../../../../server/src/notifications/messages/*.ts',
    '../../../../server/src/identity/emails/*.ts',
    '!**/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);

/** Addresses of the identity provider. */
const elsewhere = ['/oauth/google/callback'];

/** Finds texts that are paths, without query and fragment. Parts that are computed count as one letter. */
function pathsIn(files: Readonly<Record<string, string>>, text: RegExp): string[] {
  const found = Object.values(files).flatMap((code) =>
    [...code.matchAll(text)].map(([, path = '']) =>
      path.replaceAll(/\$\{[^}]*\}/g, 'x').replace(/[?#].*/, ''),
    ),
  );
  return [...new Set(found)].filter((path) => !elsewhere.includes(path));
}

describe('a dead link', () => {
  const router = createAppRouter();
  const deadOf = (paths: readonly string[]) => paths.filter((path) => !matchRoute(router, path));

  it('does not pass in the web application', () => {
    const paths = pathsIn(sources, /['"`](\/(?:[a-z0-9][^'"`\s]*)?)['"`]/g);
    expect(paths).toEqual(expect.arrayContaining(['/', '/settings/team', '/orders/x/x']));
    expect(deadOf(paths)).toEqual([]);
  });

  it('does not pass in what the server sends', () => {
    const paths = pathsIn(messages, /(?:href: ['`]|[oO]rigin\})(\/[^'"`\s]*)/g);
    expect(paths).toEqual(expect.arrayContaining(['/connect', '/settings/notifications']));
    expect(deadOf(paths)).toEqual([]);
  });

  it('is found', () => {
    const files = { 'Screen.tsx': 'href={`/brands/${code}?tab=1`} to="/brand" href="/"' };
    const paths = pathsIn(files, /['"`](\/(?:[a-z0-9][^'"`\s]*)?)['"`]/g);
    expect(paths).toEqual(['/brands/x', '/brand', '/']);
    expect(deadOf(paths)).toEqual(['/brand']);
  });
});
