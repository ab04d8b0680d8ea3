import { expect, it, vi } from 'vitest';
import { storage } from '../storage.ts';
import { storageArea } from '../testing/storageArea.ts';
import { createSignInLimit } from './signInLimit.ts';

it('spec 4: two authorization requests a minute leave a tab by themselves, across its pages', () => {
  vi.stubGlobal('window', { sessionStorage: storageArea() });
  let now = Date.parse('2026-11-24T10:00:00Z');
  // Each page of the tab makes one of its own.
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
  // A clock that was set back holds nobody up.
  now -= 3_600_000;
  expect(page().admit()).toBe(true);
  vi.unstubAllGlobals();
});
