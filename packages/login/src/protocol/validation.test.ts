import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../crypto/base64url.ts';
import { validateIdToken, toLoginError } from './validation.ts';
import { assertSameIdentity, decodeJwtPart } from './sameIdentity.ts';

const part = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
const jwt = (header: unknown, payload: unknown) => `${part(header)}.${part(payload)}.sig`;

/** OpenID Connect Core, appendix A.4: an access token and its hash with RS256. */
const accessToken = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y';
const atHash = '77QmUPtjPfzWtF2AnpK9RQ';

test('validates at_hash as in the published example', async () => {
  const token = jwt({ alg: 'RS256' }, {});
  const expected = { accessToken, clientId: 'c', nonce: null, now: 0 };
  const claims = { sub: 's', iat: 0, exp: 1 };
  await validateIdToken(token, { ...claims, at_hash: atHash }, expected);
  await expect(
    validateIdToken(token, { ...claims, at_hash: `${atHash.slice(0, -1)}x` }, expected),
  ).rejects.toMatchObject({ code: 'id_token_access_token_hash' });
  await expect(
    validateIdToken(jwt({ alg: 'RS512' }, {}), { ...claims, at_hash: atHash }, expected),
  ).rejects.toMatchObject({ code: 'id_token_access_token_hash' });
});

test('accepts an iat 60 s ahead, and refuses 61 s', async () => {
  const expected = { accessToken, clientId: 'c', nonce: null, now: 1_000 };
  const claims = { sub: 's', exp: 2_000 };
  await validateIdToken('x', { ...claims, iat: 1_060 }, expected);
  await expect(validateIdToken('x', { ...claims, iat: 1_061 }, expected)).rejects.toMatchObject({
    code: 'id_token_issued_in_future',
  });
});

describe('refuses what the generic JWT validation accepts', () => {
  const now = 1_000_000;
  const expected = { accessToken, clientId: 'client', nonce: null, now };
  const good = { sub: 's', aud: 'client', iat: now, exp: now + 600 };

  test.each([
    ['an empty subject', { sub: '' }, 'id_token_subject'],
    ['another authorized party, with one audience', { azp: 'x' }, 'id_token_authorized_party'],
  ])('%s', async (_, change, code) => {
    await validateIdToken('x', good, expected);
    await expect(validateIdToken('x', { ...good, ...change }, expected)).rejects.toMatchObject({
      code,
    });
  });

  test.each(['at+jwt', 'logout+jwt', 'dpop+jwt', 'application/at+jwt'])(
    'a token of the type %s',
    async (typ) => {
      await expect(validateIdToken(jwt({ typ }, {}), good, expected)).rejects.toMatchObject({
        code: 'id_token_type',
      });
    },
  );

  test.each([undefined, 'JWT', 'jwt', 'application/jwt'])(
    'but accepts the type %s',
    async (typ) => {
      const checked = validateIdToken(jwt({ typ }, {}), { ...good, azp: 'client' }, expected);
      await expect(checked).resolves.toBeUndefined();
    },
  );

  test.each([
    ['unknown critical extensions', { header: { alg: 'ES256', crit: ['b64'] } }, 'id_token_type'],
    ['a short key', { algorithm: { name: 'RSASSA-PKCS1-v1_5' } }, 'id_token_key'],
    ['an algorithm', { header: { alg: 'HS256' } }, 'id_token_algorithm'],
  ])('maps the core’s error to its code: %s', (_, cause, code) => {
    expect(toLoginError(new Error('core', { cause }))).toMatchObject({ code });
  });
});

test('decodeJwtPart decodes UTF-8, and returns null for anything malformed', () => {
  expect(decodeJwtPart(jwt({}, { name: 'Nguyễn Văn Ấn' }), 1)).toEqual({ name: 'Nguyễn Văn Ấn' });
  for (const text of ['', 'a', '!.!.!', part([1]), `${part('x')}.x`]) {
    expect(decodeJwtPart(text, 0)).toBeNull();
  }
});

test('assertSameIdentity accepts only a token of the same user', () => {
  const claims = { iss: 'i', sub: 's', aud: 'a', nonce: 'n' };
  const before = jwt({}, claims);
  expect(() => assertSameIdentity(before, claims)).not.toThrow();
  expect(() => assertSameIdentity(before, { iss: 'i', sub: 's', aud: 'a' })).not.toThrow();
  for (const change of [{ sub: 'x' }, { iss: 'x' }, { aud: ['a'] }, { azp: 'a' }, { nonce: 'x' }]) {
    expect(() => assertSameIdentity(before, { ...claims, ...change })).toThrowError(
      expect.objectContaining({ code: 'id_token_changed' }),
    );
  }
});
