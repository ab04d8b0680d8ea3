import { errors, jwtVerify, type JWTPayload } from 'jose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { OutsideProvider } from '../../platform/config/outside-provider.ts';
import { callProvider, ProviderUnavailable, repeatableCall } from '../http/provider-client.ts';
import type { ProviderMetadata } from '../http/provider-metadata.ts';

/** The verified claims of an outside provider's access token. */
export interface OutsideToken {
  subject: string;
  expiresAt: Date;
}

const Claims = Type.Object({
  sub: Type.String({ minLength: 1, maxLength: 255 }),
  exp: Type.Number(),
  iss: Type.Optional(Type.String()),
  aud: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  client_id: Type.Optional(Type.String()),
  azp: Type.Optional(Type.String()),
});
const Introspection = Type.Intersect([
  Type.Object({ active: Type.Literal(true) }),
  Type.Partial(Claims),
]);

const maxClockSkewSeconds = 60;
const maxTokenLength = 16_384;
// No symmetric algorithm: a key that verifies would also sign.
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Claims that mark an ID token, which is not an access token. */
const idTokenClaims = ['nonce', 'at_hash', 'c_hash'];

/**
 * Verifies an access token by signature or by introspection, as the installation is configured.
 * @returns null for a token that is unknown, expired or meant for another client
 * @throws ProviderUnavailable when the provider does not answer
 */
export async function verifyOutsideToken(
  provider: OutsideProvider,
  metadata: ProviderMetadata,
  token: string,
): Promise<OutsideToken | null> {
  if (!/^[\w.~+/=-]+$/.test(token) || token.length > maxTokenLength) return null;
  const { validation } = provider;
  return validation.by === 'signature'
    ? bySignature(provider.clientId, validation.audience, metadata, token)
    : byIntrospection(provider.clientId, validation, metadata, token);
}

/** Also accepts JWT access tokens that do not follow the profile. @see RFC 9068 section 4 */
async function bySignature(
  clientId: string,
  audience: string,
  { issuer, keys }: ProviderMetadata,
  token: string,
): Promise<OutsideToken | null> {
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer,
      audience,
      clockTolerance: maxClockSkewSeconds,
      requiredClaims: ['sub', 'exp'],
    }));
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
  if (idTokenClaims.some((name) => name in payload) || !Value.Check(Claims, payload)) return null;
  return isForClient(payload, clientId) ? toToken(payload.sub, payload.exp) : null;
}

/** @see RFC 7662 section 2 */
async function byIntrospection(
  clientId: string,
  validation: { audience: string; clientId: string; secret: string },
  { issuer, introspection_endpoint: address }: ProviderMetadata,
  token: string,
): Promise<OutsideToken | null> {
  if (address === undefined) {
    throw new ProviderUnavailable('the discovery document names no introspection endpoint');
  }
  const credentials = [validation.clientId, validation.secret].map(encodeURIComponent).join(':');
  const { status, body } = await callProvider(
    address,
    {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    },
    repeatableCall,
  );
  if (status !== 200) throw new ProviderUnavailable(`introspection answered ${status}`);
  if (!Value.Check(Introspection, body)) return null;
  const { sub, exp, iss, aud } = body;
  if (sub === undefined || exp === undefined || exp <= Date.now() / 1000) return null;
  if (iss !== undefined && iss !== issuer) return null;
  const isForAudience = [aud ?? []].flat().includes(validation.audience);
  const isForOwnClient = body.client_id === clientId || body.azp === clientId;
  return (isForAudience || isForOwnClient) && isForClient(body, clientId)
    ? toToken(sub, exp)
    : null;
}

/** A token issued to another client must not be accepted. */
function isForClient(claims: { client_id?: string; azp?: string }, clientId: string): boolean {
  const issuedTo = claims.client_id ?? claims.azp;
  return issuedTo === undefined || issuedTo === clientId;
}

function toToken(subject: string, exp: number): OutsideToken {
  return { subject, expiresAt: new Date(exp * 1000) };
}
