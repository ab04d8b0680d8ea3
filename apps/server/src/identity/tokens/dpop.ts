import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database } from '../../platform/database/database.ts';
import { hashToken } from '../../platform/secrets.ts';

/**
 * Records a used proof; a replayed one conflicts with it (RFC 9449, section 11.1). Maintenance deletes expired
 * rows.
 */
const insertProof = sql(
  'identity.insert_proof',
  `insert into identity.artifact (model, id_hash, payload, created_at, expires_at)
   values ('Proof', $1, '{}', $2, $3) on conflict (model, id_hash) do nothing`,
);

/** Maximum age of a proof and maximum lead over our clock, in seconds. */
const maxProofAgeSeconds = 300;
const maxClockSkewSeconds = 60;

const algorithms = ['ES256', 'Ed25519', 'EdDSA'];

const Claims = Type.Object({
  htm: Type.String(),
  htu: Type.String(),
  iat: Type.Number(),
  jti: Type.String({ minLength: 8, maxLength: 256 }),
  ath: Type.String(),
});

/** The DPoP proof of a call with a key-bound token. */
export interface DpopProof {
  /** The `DPoP` header. */
  proof: string;
  method: string;
  /** URL of the call as callers know it; query and fragment are ignored. */
  url: string;
}

/**
 * Returns the thumbprint of the key of a proof; null unless it is an unused proof for this call with this token.
 * @see RFC 9449 section 4.3
 */
export async function verifyDpopProof(
  database: Database,
  token: string,
  proof: DpopProof,
  now: Date,
): Promise<string | null> {
  const verified = await jwtVerify(proof.proof, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms,
    currentDate: now,
  }).catch(() => null);
  const claims: unknown = verified?.payload;
  const jwk = verified?.protectedHeader.jwk;
  if (!jwk || !Value.Check(Claims, claims)) return null;
  const age = now.getTime() / 1000 - claims.iat;
  const tokenHash = hash('sha256', token, 'base64url');
  const isValid =
    age <= maxProofAgeSeconds &&
    age >= -maxClockSkewSeconds &&
    claims.htm === proof.method &&
    claims.ath === tokenHash &&
    URL.canParse(claims.htu) &&
    stripQuery(claims.htu) === stripQuery(proof.url);
  if (!isValid) return null;
  const thumbprint = await calculateJwkThumbprint(jwk);
  const expiresAt = new Date(now.getTime() + (maxProofAgeSeconds + maxClockSkewSeconds) * 1000);
  const id = hashToken(`${thumbprint} ${claims.jti}`);
  const first = (await database.execute(insertProof, [id, now, expiresAt])) === 1;
  return first ? thumbprint : null;
}

function stripQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
