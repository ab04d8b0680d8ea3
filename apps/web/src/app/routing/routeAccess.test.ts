import { describe, expect, it } from 'vitest';
import { checkAccess, isVisible, visibleItems } from './routeAccess.ts';

interface Item {
  readonly name: string;
  readonly permissions?: string;
  readonly children?: readonly Item[];
}

const leaf = { permissions: 'catalog:all:all' };
const group = { permissions: 'catalog', children: [leaf] };

describe('spec 5: navigation visibility', () => {
  it.each([
    ['an item without permissions', {}, ['x'], true],
    ['an item without permissions, permissions null', {}, null, true],
    ['an item with an empty permission', { permissions: '' }, [], true],
    ['a group without permissions', { children: [leaf] }, [], true],
    ['a leaf, exact permission', leaf, ['ppm:all:all', 'catalog:all:all'], true],
    ['a leaf, prefix only', leaf, ['catalog'], false],
    ['a leaf, longer permission', leaf, ['catalog:all:all:x'], false],
    ['a leaf, other case', leaf, ['Catalog:all:all'], false],
    ['a leaf, no permission', leaf, [], false],
    ['a leaf, permissions null', leaf, null, false],
    ['a leaf, permissions undefined', leaf, undefined, false],
    ['a group, permission with its prefix', group, ['catalog:brands:read'], true],
    ['a group, exact permission', group, ['catalog'], true],
    ['a group, permission that continues its string', group, ['catalogue:all:all'], true],
    ['a group, inside another permission', group, ['old-catalog:all:all'], false],
    ['a group, other permission', group, ['ppm:all:all'], false],
    ['a group, permissions undefined', group, undefined, false],
    ['an empty group is a leaf', { permissions: 'ppm', children: [] }, ['ppm:all:all'], false],
  ] as const)('%s', (_, item, user, visible) => {
    expect(isVisible(item, user)).toBe(visible);
  });

  it('filters children by the same rule', () => {
    const items: readonly Item[] = [
      { name: 'home' },
      {
        name: 'catalogue',
        permissions: 'catalog',
        children: [
          { name: 'brands', permissions: 'catalog:all:all' },
          { name: 'drafts', permissions: 'catalog:drafts:read' },
        ],
      },
      {
        name: 'prices',
        permissions: 'ppm',
        children: [{ name: 'list', permissions: 'ppm:all:all' }],
      },
    ];
    expect(visibleItems(items, ['catalog:all:all'])).toEqual([
      { name: 'home' },
      {
        name: 'catalogue',
        permissions: 'catalog',
        children: [{ name: 'brands', permissions: 'catalog:all:all' }],
      },
    ]);
    expect(visibleItems(items, null)).toEqual([{ name: 'home' }]);
  });
});

describe('the access to a screen', () => {
  const chain = [group, leaf];

  it('is granted by the permissions of all items of its chain', () => {
    expect(checkAccess(chain, ['catalog:all:all'])).toEqual({ kind: 'granted' });
  });

  it('names the innermost permission that is missing', () => {
    expect(checkAccess(chain, ['catalog:brands:read', 'ppm:all:all'])).toEqual({
      kind: 'forbidden',
      permission: 'catalog:all:all',
    });
    expect(checkAccess(chain, [])).toEqual({ kind: 'forbidden', permission: 'catalog:all:all' });
  });

  it('is unknown until the permissions are, unless none is needed', () => {
    expect(checkAccess(chain, null)).toEqual({ kind: 'unknown' });
    expect(checkAccess([{}], null)).toEqual({ kind: 'granted' });
  });
});
