import { expect, test } from 'vitest';
import { toBase64Url } from './base64url.ts';
import { checkIdToken, checkSameIdentity, decodeJwtPart } from './idToken.ts';

const part = (value: unknown) => toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
const jwt = (header: unknown, payload: unknown) => `${part(header)}.${part(payload)}.sig`;

/** Example of OpenID Connect Core, appendix A.4: the access token and its hash under RS256. */
const accessToken = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y';
const atHash = '77QmUPtjPfzWtF2AnpK9RQ';

test('the access token hash of the published example', async () => {
  const token = jwt({ alg: 'RS256' }, {});
  const expected = { accessToken, nonce: null, now: 0 };
  await checkIdToken(token, { iat: 0, at_hash: atHash }, expected);
  await expect(
    checkIdToken(token, { iat: 0, at_hash: `${atHash.slice(0, -1)}x` }, expected),
  ).rejects.toMatchObject({ code: 'id_token_access_token_hash' });
  await expect(
    checkIdToken(jwt({ alg: 'RS512' }, {}), { iat: 0, at_hash: atHash }, expected),
  ).rejects.toMatchObject({ code: 'id_token_access_token_hash' });
});

test('a time of issue 60 s ahead passes, 61 s does not', async () => {
  const expected = { accessToken, nonce: null, now: 1_000 };
  await checkIdToken('x', { iat: 1_060 }, expected);
  await expect(checkIdToken('x', { iat: 1_061 }, expected)).rejects.toMatchObject({
    code: 'id_token_issued_in_future',
  });
});

test('text outside ASCII is decoded as UTF-8; anything unreadable is null', () => {
  expect(decodeJwtPart(jwt({}, { name: 'Nguyễn Văn Ấn' }), 1)).toEqual({ name: 'Nguyễn Văn Ấn' });
  for (const text of ['', 'a', '!.!.!', part([1]), `${part('x')}.x`]) {
    expect(decodeJwtPart(text, 0)).toBeNull();
  }
});

test('a renewed token must be about the same person', () => {
  const claims = { iss: 'i', sub: 's', aud: 'a', nonce: 'n' };
  const before = jwt({}, claims);
  expect(() => checkSameIdentity(before, claims)).not.toThrow();
  expect(() => checkSameIdentity(before, { iss: 'i', sub: 's', aud: 'a' })).not.toThrow();
  for (const change of [{ sub: 'x' }, { iss: 'x' }, { aud: ['a'] }, { azp: 'a' }, { nonce: 'x' }]) {
    expect(() => checkSameIdentity(before, { ...claims, ...change })).toThrowError(
      expect.objectContaining({ code: 'id_token_changed' }),
    );
  }
});
