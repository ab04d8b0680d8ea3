import { describe, expect, it } from 'vitest';
import { callbackPartners } from '../../shops/callbackPartners.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { visibleItems } from './routeAccess.ts';
import { matchRoute } from './matchedRoute.ts';
import { createAppRouter } from './router.tsx';
import { texts, en } from '../texts.ts';
import { menuGroups, menuItems } from './routeTable.ts';
import { collectScreens } from '../testing/collectScreens.ts';
import { routes } from './routes.ts';
import { vi } from '../texts.vi.ts';

const router = createAppRouter();
const found = (path: string) => matchRoute(router, path)?.chain.at(-1);

describe('spec 2: the routes', () => {
  it.each([
    '/oauth/authorize',
    '/oauth/callback/google',
    '/oauth/callback/lazada',
    '/oauth/callback/shopee',
    '/oauth/callback/tiki',
    '/oauth/callback/tiktok',
    '/oauth/callback/facebook',
    '/',
  ])('spec 2: %s has a name and a screen that is loaded lazily', (path) => {
    expect(found(path)).toMatchObject({ path, component: expect.any(Function) });
    expect(found(path)?.name).not.toBe('');
  });

  it.each(['/403', '/404', '/500'])('spec 2: %s is a result page outside the layout', (path) => {
    expect(found(path)).toMatchObject({ path, layout: 'bare', component: expect.any(Function) });
  });

  it('the callback of an unknown partner has a screen, which says so', () => {
    expect(found('/oauth/callback/amazon')).toMatchObject({
      path: '/oauth/callback/:partner',
      component: expect.any(Function),
    });
  });

  it('spec 2: the other screens have a unique path each', () => {
    const paths = collectScreens(routes).map((item) => item.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/settings',
        '/profile/complete',
        '/connect',
        '/connect/verified',
        '/connect/done',
        '/connect/unavailable',
        '/brands',
        '/brands/new',
        '/brands/:code',
        '/pricing',
        '/pricing/new',
        '/pricing/:sku',
        '/refer/invalid',
      ]),
    );
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each([
    ['catalog', 'catalog:all:all', ['/brands', '/brands/new', '/brands/HOA-MAI']],
    ['ppm', 'ppm:all:all', ['/pricing', '/pricing/new', '/pricing/SP-0001']],
  ])('spec 5: screens of %s need %s, and their group its prefix', (group, leaf, paths) => {
    for (const path of paths) {
      const chain = matchRoute(router, path)?.chain ?? [];
      expect(chain[0]?.permissions).toBe(group);
      expect(chain.at(-1)).toMatchObject({ permissions: leaf });
      expect(chain.at(-1)).not.toHaveProperty('children');
    }
    const menu = (permissions: readonly string[]) =>
      menuItems(visibleItems(routes, permissions)).map((item) => item.path);
    expect(menu([leaf])).toContain(paths[0]);
    expect(menu(['identity:roles:assign'])).not.toContain(paths[0]);
    expect(menu([])).not.toContain(paths[0]);
  });

  it('spec 1: every name exists in both languages', () => {
    const used = new Set(collectScreens(routes).map((item) => item.name));
    const callbacks = callbackPartners.map((each) => vi.callbackFrom(sharedTexts.partners[each]));
    expect(used).toEqual(new Set([...Object.values(vi.routes), ...callbacks]));
    expect(Object.keys(en.routes)).toEqual(Object.keys(vi.routes));
  });
});

it('the menu has its items in groups, the back office under its own headings', () => {
  const groups = menuGroups(menuItems(routes));
  expect(groups.map(({ name, items }) => [name, items.length])).toEqual([
    [undefined, 1],
    [texts.groups.selling, 2],
    [texts.groups.finance, 2],
    [texts.groups.connections, 1],
    [texts.groups.catalogue, 1],
    [texts.groups.prices, 1],
    [undefined, 1],
  ]);
});
