import { expect, it, vi } from 'vitest';
import { storage } from '../storage.ts';
import { storageArea } from '../testing/storageArea.ts';
import { createSignInLimit, isUserNavigation } from './signInLimit.ts';

it('spec 4: admits two automatic authorization requests per minute and tab, across its pages', () => {
  vi.stubGlobal('window', { sessionStorage: storageArea() });
  let now = Date.parse('2026-11-24T10:00:00Z');
  // Each page of the tab creates its own limit.
  const page = () => createSignInLimit(storage.signInRequests, () => now);
  expect(page().admit()).toBe(true);
  now += 30_000;
  expect(page().admit()).toBe(true);
  expect(page().admit()).toBe(false);
  now += 30_000;
  expect(page().admit()).toBe(true);
  expect(page().admit()).toBe(false);
  page().reset();
  expect(page().admit()).toBe(true);
  // A clock that was set back must not block logins.
  now -= 3_600_000;
  expect(page().admit()).toBe(true);
  vi.unstubAllGlobals();
});

it.each([
  ['a typed URL', '/orders', '', true],
  ['a link of another site', '/orders', 'https://mail.test/inbox', true],
  ['a response of the provider', '/?code=1&state=2', '', false],
  ['a refusal of the provider', '/?error=access_denied&state=2', '', false],
  ['a redirect of the provider', '/orders', 'https://id.test/', false],
])('detects whether the user opened a page: %s', (_, path, referrer, isPersons) => {
  const address = new URL(path, 'https://app.test');
  expect(isUserNavigation(address, referrer, 'https://id.test')).toBe(isPersons);
});
