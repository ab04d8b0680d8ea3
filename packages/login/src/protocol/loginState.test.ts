import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameOriginPath } from './loginState.ts';

const origin = 'https://app.example';

test.each([
  ['/', '/'],
  ['/orders?page=2#top', '/orders?page=2#top'],
  ['/a/../b', '/b'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/a/..//evil.example', null],
  ['/\t/evil.example', null],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['orders', null],
  ['', null],
])('sameOriginPath turns %j into %j', (target, expected) => {
  expect(sameOriginPath(target, origin)).toBe(expected);
});

test('sameOriginPath stays on the origin, however often it is resolved', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '..',
    '.',
    '//',
    '@',
    ':',
    'evil.example',
    '\t',
    '%2f',
    '?',
    '#',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = sameOriginPath(`/${parts.join('')}`, origin);
      if (path === null) return;
      expect(new URL(path, origin).origin).toBe(origin);
      expect(sameOriginPath(path, origin)).toBe(path);
    }),
    { numRuns: 2_000 },
  );
});
