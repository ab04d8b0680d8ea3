import { api, type Permission } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { isVisible } from './routeAccess.ts';
import { routes } from './routes.ts';
import { collectScreens } from '../testing/collectScreens.ts';

/** The screens and the API calls that each permission opens. */
const table: Record<Permission, { screens: RegExp; calls: RegExp }> = {
  'catalog:all:all': { screens: /^\/brands(\/|$)/, calls: /^\/brands(\/|$)/ },
  'ppm:all:all': { screens: /^\/pricing(\/|$)/, calls: /^\/pric/ },
};
const rows = Object.entries(table);

describe('spec 6: guards, menu and server require the same permission', () => {
  it.each(rows)('%s guards its screens and no others', (permission, { screens }) => {
    const all = collectScreens(routes);
    const guarded = all.filter((screen) => screen.permissions === permission);
    expect(guarded.map((screen) => screen.path)).toEqual(
      all.map((screen) => screen.path).filter((path) => screens.test(path ?? '')),
    );
  });

  it.each(rows)('the server requires %s for its calls and no others', (permission, { calls }) => {
    const all = Object.values(api);
    const guarded = all.filter((route) => 'permission' in route && route.permission === permission);
    expect(guarded.length).toBeGreaterThan(0);
    expect(guarded.map((route) => route.path)).toEqual(
      all.map((route) => route.path).filter((path) => calls.test(path)),
    );
  });

  it('the menu shows a group to exactly those who may see something in it', () => {
    const groups = routes.filter((item) => item.permissions !== undefined);
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) {
      const screens = collectScreens(group.children ?? []);
      const seenBy = screens.filter((screen) => isVisible(group, [screen.permissions ?? '']));
      expect(seenBy).toEqual(screens);
      expect(isVisible(group, [])).toBe(false);
    }
  });
});
