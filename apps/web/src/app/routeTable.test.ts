import { describe, expect, it } from 'vitest';
import { breadcrumbsOf, matchPath, matchRoute, screenName, screensOf } from './routeTable.ts';
import type { RouteItem, ScreenLoader } from './routeTable.ts';

const screen: ScreenLoader = () => Promise.resolve({ default: () => null });

const table: readonly RouteItem[] = [
  { path: '/', name: 'Home', component: screen },
  { path: '/oauth/callback/x', name: 'Back', component: screen, breadcrumb: false },
  {
    name: 'Catalogue',
    permissions: 'catalog',
    children: [
      {
        path: '/brands',
        name: 'Brands',
        component: screen,
        children: [
          { path: '/brands/:code', name: 'Brand :code', component: screen },
          { path: '/brands/new', name: 'New brand', component: screen },
        ],
      },
    ],
  },
];

const crumbs = (path: string) => breadcrumbsOf(matchRoute(table, path));

describe('spec 2: breadcrumbs from the matched route', () => {
  it('fills parameters into names and addresses', () => {
    expect(crumbs('/brands/hoa%20mai')).toEqual([
      { name: 'Catalogue', path: null },
      { name: 'Brands', path: '/brands' },
      { name: 'Brand hoa mai', path: '/brands/hoa%20mai' },
    ]);
  });

  it('takes the path without parameters where both fit', () => {
    expect(crumbs('/brands/new').at(-1)).toEqual({ name: 'New brand', path: '/brands/new' });
  });

  it('are hidden where the table says so, and absent without a match', () => {
    expect(crumbs('/oauth/callback/x')).toEqual([]);
    expect(crumbs('/nowhere')).toEqual([]);
  });

  it('name the screen for the title of the page', () => {
    expect(screenName(matchRoute(table, '/brands/tre'))).toBe('Brand tre');
    expect(screenName(matchRoute(table, '/nowhere'))).toBeNull();
  });
});

describe('the table', () => {
  it('matches whole paths only, and nothing that cannot be decoded', () => {
    expect(matchPath('/brands/:code', '/brands')).toBeNull();
    expect(matchPath('/brands/:code', '/brands/a/b')).toBeNull();
    expect(matchPath('/brands/:code', '/brands/%E0%A4%A')).toBeNull();
    expect(matchPath('/', '/')).toEqual({});
    expect(matchPath('/brands/:code', '/brands/a%2Fb')).toEqual({ code: 'a/b' });
  });

  it('lists every line that has a screen', () => {
    expect(screensOf(table).map((item) => item.path)).toEqual([
      '/',
      '/oauth/callback/x',
      '/brands',
      '/brands/:code',
      '/brands/new',
    ]);
  });
});
