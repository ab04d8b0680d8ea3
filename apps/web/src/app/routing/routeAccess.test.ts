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
    ['no permissions', {}, ['x'], true],
    ['no permissions, nobody known', {}, null, true],
    ['no permissions, with children', { children: [leaf] }, [], true],
    ['a leaf, exactly', leaf, ['ppm:all:all', 'catalog:all:all'], true],
    ['a leaf, the beginning only', leaf, ['catalog'], false],
    ['a leaf, more than it', leaf, ['catalog:all:all:x'], false],
    ['a leaf, in other case', leaf, ['Catalog:all:all'], false],
    ['a leaf, none', leaf, [], false],
    ['a leaf, no list', leaf, null, false],
    ['a leaf, no list at all', leaf, undefined, false],
    ['a group, any that starts with it', group, ['catalog:brands:read'], true],
    ['a group, exactly', group, ['catalog'], true],
    ['a group, inside another', group, ['old-catalog:all:all'], false],
    ['a group, none', group, ['ppm:all:all'], false],
    ['a group, no list', group, undefined, false],
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
