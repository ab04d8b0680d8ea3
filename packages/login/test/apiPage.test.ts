import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiPage, readApi } from './apiPage.ts';

const page = join(import.meta.dirname, '..', 'API.md');

test('API.md equals the docstrings (update it with npx vitest -u)', async () => {
  await expect(apiPage()).toMatchFileSnapshot(page);
});

test.each(readApi())('every export of $specifier has a docstring', ({ entries }) => {
  expect(entries.length).toBeGreaterThan(0);
  const undocumented = entries.filter(({ description }) => description.length < 20);
  expect(undocumented.map(({ name }) => name)).toEqual([]);
});

test('the reference lists the exports of each entry point', () => {
  const names = Object.fromEntries(
    readApi().map(({ specifier, entries }) => [specifier, entries.map(({ name }) => name)]),
  );
  expect(names['@seller-connect/login']).toEqual(
    expect.arrayContaining(['createLogin', 'LoginError', 'LoginConfig', 'LoginEvents', 'UserInfo']),
  );
  expect(names['@seller-connect/login/react']).toEqual([
    'LoginProvider',
    'useLogin',
    'useSession',
    'useUser',
  ]);
  expect(names['@seller-connect/login/monitors']).toEqual(
    expect.arrayContaining(['bffMonitor', 'iframeMonitor', 'sessionIdMonitor']),
  );
  expect(names['@seller-connect/login/backend']).toContain('withBackend');
  expect(names['@seller-connect/login/dpop']).toEqual(['withDpop']);
  expect(names['@seller-connect/login/relay']).toEqual(['relayResponse']);
  expect(names['@seller-connect/login/error-messages']).toContain('loginErrorMessage');
});
