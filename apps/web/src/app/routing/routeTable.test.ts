import { describe, expect, it } from 'vitest';
import { matchRoute } from './matchedRoute.ts';
import { createAppRouter } from './router.tsx';
import { buildBreadcrumbs, screenName } from './routeTable.ts';
import { collectScreens } from '../testing/collectScreens.ts';
import type { RouteItem, ScreenLoader } from './routeTable.ts';

const screen: ScreenLoader = () => Promise.resolve({ default: () => null });

const table: readonly RouteItem[] = [
  { path: '/', name: 'Home', component: screen },
  {
    name: 'Catalogue',
    permissions: 'catalog',
    children: [
      {
        path: '/brands',
        name: 'Brands',
        component: screen,
        pages: [
          { path: '/brands/:code', name: 'Brand :code', component: screen },
          { path: '/brands/new', name: 'New brand', component: screen },
        ],
      },
    ],
  },
  { path: '/403', name: 'Access denied', layout: 'bare', component: screen },
];

const router = createAppRouter(table);
const match = (path: string) => matchRoute(router, path);
const crumbs = (path: string) => {
  const found = match(path);
  return found && buildBreadcrumbs(found);
};

describe('spec 2: breadcrumbs from the matched route', () => {
  it('fills parameters into names and paths', () => {
    expect(crumbs('/brands/hoa%20mai')).toEqual([
      { name: 'Catalogue', path: null },
      { name: 'Brands', path: '/brands' },
      { name: 'Brand hoa mai', path: '/brands/hoa%20mai' },
    ]);
  });

  it('prefers a path without parameters', () => {
    expect(crumbs('/brands/new')?.at(-1)).toEqual({ name: 'New brand', path: '/brands/new' });
  });

  it('are absent without a match', () => {
    expect(crumbs('/nowhere')).toBeNull();
  });

  it('gives the name of the screen for the page title', () => {
    expect(screenName(match('/brands/tre'))).toBe('Brand tre');
    expect(screenName(match('/nowhere'))).toBeNull();
  });
});

describe('matchRoute', () => {
  it.each([
    ['/', '/'],
    ['/brands', '/brands'],
    ['/BRANDS/', '/brands'],
    ['/Brands/NEW', '/brands/new'],
    ['/brands/new/', '/brands/new'],
    ['/BRANDS/tre', '/brands/:code'],
    ['/403/', '/403'],
  ])(
    'spec 2: %s matches %s, whatever its case and with or without a trailing slash',
    (path, item) => {
      expect(match(path)?.chain.at(-1)?.path).toBe(item);
    },
  );

  it('keeps the case of parameters', () => {
    expect(match('/Brands/Hoa-Mai/')?.params).toEqual({ code: 'Hoa-Mai' });
    expect(match('/brands/a%2Fb')?.params).toEqual({ code: 'a/b' });
  });

  it.each(['/brands/a/b', '/brand', '/brands/%E0%A4%A', '/403/more', '/nowhere'])(
    'spec 2: %s is unmatched',
    (path) => {
      expect(match(path)).toBeNull();
    },
  );
});

it('spec 3: lists every item that has a screen, under its groups and pages', () => {
  expect(collectScreens(table).map((item) => item.path)).toEqual([
    '/',
    '/brands',
    '/brands/:code',
    '/brands/new',
    '/403',
  ]);
});
