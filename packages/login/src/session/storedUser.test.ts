import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  toIdentityUser,
  parseStoredUser,
  toProfile,
  renewalDueAt,
  effectiveExpiresAt,
} from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';

const user = (expiresIn: number): StoredUser => ({
  idToken: 'i',
  accessToken: 'a',
  refreshToken: 'r',
  tokenType: 'Bearer',
  scopes: ['openid'],
  profile: { sub: 's' },
  expiresIn,
  expiresAt: 10_000 + expiresIn,
  sessionState: null,
});

test('spec 3: the profile is the claims without seven protocol claims', () => {
  const protocol = { at_hash: 1, aud: 2, exp: 3, iat: 4, iss: 5, sid: 6, auth_time: 7 };
  const kept = { sub: 's', name: 'n', nonce: 'x', email: 'e', tenant_id: 't' };
  expect(toProfile({ ...protocol, ...kept })).toEqual(kept);
});

describe('spec 9: clock skew and renewal time', () => {
  test.each([
    [3600, 3540, 3300],
    [600, 540, 300],
    [240, 180, 120],
    [60, 45, 30],
  ])('a lifetime of %i s is usable for %i s, renewed after %i s', (life, usable, due) => {
    expect(effectiveExpiresAt(user(life)) - 10_000).toBe(usable);
    expect(renewalDueAt(user(life)) - 10_000).toBe(due);
  });

  test('renewal is always due before the token stops being usable', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (life) => {
        expect(renewalDueAt(user(life))).toBeLessThan(effectiveExpiresAt(user(life)));
      }),
    );
  });

  test('expired is computed from the clock each time', () => {
    let now = 0;
    const identity = toIdentityUser(user(600), () => now);
    expect(identity.expired).toBe(false);
    now = 10_540_000;
    expect(identity.expired).toBe(true);
  });
});

describe('parseStoredUser', () => {
  test('returns what was stored', () => {
    expect(parseStoredUser(JSON.parse(JSON.stringify(user(600))))).toEqual(user(600));
  });

  test.each([
    ['accessToken', 1],
    ['tokenType', null],
    ['scopes', 'openid'],
    ['scopes', [1]],
    ['profile', {}],
    ['profile', null],
    ['expiresAt', 'soon'],
    ['expiresIn', null],
  ])('refuses %s = %j', (field, value) => {
    expect(parseStoredUser({ ...user(600), [field]: value })).toBeNull();
  });

  test('refuses any value or returns a complete user', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const parsed = parseStoredUser(value);
        expect(parsed === null || typeof parsed.profile.sub === 'string').toBe(true);
      }),
    );
  });
});
