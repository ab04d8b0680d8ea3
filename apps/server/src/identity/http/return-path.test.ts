import { expect, it } from 'vitest';
import { parseReturnPath } from '../protocol/authorization-requests.ts';

const app = 'https://app.example.com';

it.each(['/', '/connect', '/connect/unavailable?partner=tiki&note=a%20b', '/reports#day'])(
  'the return path may be a page of the application: %s',
  (path) => expect(parseReturnPath(path, app)).toBe(path),
);

it.each([
  '',
  'connect',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/..//evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
  `/${'x'.repeat(3000)}`,
  undefined,
  ['/connect'],
])('the return path is never external: %j', (given) =>
  expect(parseReturnPath(given, app)).toBeNull(),
);
