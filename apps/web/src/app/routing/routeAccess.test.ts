import { describe, expect, it } from 'vitest';
import { isVisible, visibleItems } from './routeAccess.ts';

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
