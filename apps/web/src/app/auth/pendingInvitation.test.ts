import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storage } from '../../storage.ts';
import { storageArea } from '../../testing/storageArea.ts';
import { consumePendingInvitation } from './pendingInvitation.ts';

const now = Date.UTC(2026, 10, 22);
const hour = 60 * 60_000;

beforeEach(() => {
  vi.stubGlobal('window', { localStorage: storageArea() });
});
afterEach(() => vi.unstubAllGlobals());

it('an invitation that was left to register waits for a day and is told once', () => {
  storage.invitation.write({ at: now - 23 * hour, token: 'abc' });
  expect(consumePendingInvitation(now)).toBe('/join?token=abc');
  expect(consumePendingInvitation(now)).toBeNull();
});

it.each(['', 'abc', 'soon abc', `${now - 25 * hour} abc`])('takes %j for none', (stored) => {
  window.localStorage.setItem('invitation', stored);
  expect(consumePendingInvitation(now)).toBeNull();
  expect(window.localStorage.getItem('invitation')).toBeNull();
});
