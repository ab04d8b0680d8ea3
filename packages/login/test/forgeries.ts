import { base64Url, newKey } from './hostileProvider.ts';
import type { Forgery, HostileProvider } from './hostileProvider.ts';

/** A forged response: name, forgery, and the expected error code and message. */
export type ForgedCase = [name: string, forgery: Forgery, code: string, message: string];

const day = 86_400;
const seconds = () => Math.floor(Date.now() / 1000);

const without = (name: string) => (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

/** Signs with the provider's public key as if it were a shared secret. */
const signWithPublicKey = (provider: HostileProvider) => async (input: string) => {
  const encoder = new TextEncoder();
  const secret = encoder.encode(JSON.stringify(provider.key.jwk));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['sign']);
  return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(input))));
};

/** All forged responses that must be rejected, each with its own code. */
export async function forgeriesOf(provider: HostileProvider): Promise<ForgedCase[]> {
  const other = await newKey('key-1');
  return [
    [
      'wrong issuer',
      { claims: (c) => ({ ...c, iss: 'https://evil.test' }) },
      'id_token_issuer',
      'Failed to parse idToken',
    ],
    [
      'wrong audience',
      { claims: (c) => ({ ...c, aud: 'another' }) },
      'id_token_audience',
      'Failed to parse idToken',
    ],
    [
      'expired 1 h ago',
      { claims: (c) => ({ ...c, iat: seconds() - 2 * 3600, exp: seconds() - 3600 }) },
      'id_token_expired',
      'Failed to parse idToken',
    ],
    [
      'wrong nonce',
      { claims: (c) => ({ ...c, nonce: 'x'.repeat(16) }) },
      'nonce_mismatch',
      'Invalid nonce',
    ],
    ['nonce missing', { claims: without('nonce') }, 'nonce_missing', 'Invalid nonce'],
    ['subject missing', { claims: without('sub') }, 'id_token_subject', 'Failed to parse idToken'],
    [
      'issued tomorrow',
      { claims: (c) => ({ ...c, iat: seconds() + day, exp: seconds() + 2 * day }) },
      'id_token_issued_in_future',
      'Failed to parse idToken',
    ],
    [
      'issued 90 s ahead',
      { claims: (c) => ({ ...c, iat: seconds() + 90 }) },
      'id_token_issued_in_future',
      'Failed to parse idToken',
    ],
    [
      'not valid before tomorrow',
      { claims: (c) => ({ ...c, nbf: seconds() + day }) },
      'id_token_not_yet_valid',
      'Failed to parse idToken',
    ],
    [
      'two audiences, foreign azp',
      { claims: (c) => ({ ...c, aud: ['test-client', 'another'], azp: 'another' }) },
      'id_token_authorized_party',
      'Failed to parse idToken',
    ],
    [
      'wrong at_hash',
      { claims: (c) => ({ ...c, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }) },
      'id_token_access_token_hash',
      'Failed to parse idToken',
    ],
    [
      'signed by another key',
      { sign: other.sign },
      'id_token_signature',
      'Failed to parse idToken',
    ],
    [
      'alg none',
      { header: (h) => ({ ...h, alg: 'none' }), sign: async () => '' },
      'id_token_unsigned',
      'Failed to parse idToken',
    ],
    [
      'HS256 keyed with the public key',
      { header: (h) => ({ ...h, alg: 'HS256' }), sign: signWithPublicKey(provider) },
      'id_token_algorithm',
      'Failed to parse idToken',
    ],
    [
      'altered state',
      { response: (p) => p.set('state', `${p.get('state')}x`) },
      'invalid_state',
      'Invalid authorization request state',
    ],
    [
      'wrong response iss',
      { response: (p) => p.set('iss', 'https://evil.test') },
      'response_issuer_mismatch',
      'Invalid state',
    ],
    [
      'response iss announced but missing',
      { response: (p) => p.delete('iss') },
      'response_issuer_missing',
      'Invalid state',
    ],
    [
      'key named by the token itself',
      {
        header: (h) => ({
          ...h,
          kid: 'key-2',
          jwk: other.jwk,
          jku: 'https://evil.test/jwks',
          x5u: 'https://evil.test/cert',
        }),
        sign: other.sign,
      },
      'id_token_key',
      'Failed to parse idToken',
    ],
    [
      'no ID token',
      { body: (body) => ({ ...body, id_token: undefined }) },
      'id_token_missing',
      'Failed to parse idToken',
    ],
    [
      'not a JWT',
      { body: (b) => ({ ...b, id_token: 'x.y' }) },
      'id_token_malformed',
      'Failed to parse idToken',
    ],
  ];
}
