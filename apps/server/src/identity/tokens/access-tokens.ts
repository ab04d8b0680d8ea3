import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database } from '../../platform/database/database.ts';
import { hashToken } from '../../platform/secrets.ts';

/** The current account and session behind an access token. */
export interface VerifiedToken {
  sub: string;
  tenantId: string;
  scopes: string[];
  expiresAt: Date;
  /** Latest end of the token's session; null when the token has no session. */
  sessionEndsAt: Date | null;
  /** The token's session and the time of its sign-in; null when the token has no session. */
  sessionUid: string | null;
  signedInAt: Date | null;
  name: string | null;
  email: string | null;
  roles: string[];
  permissions: string[];
}

// A token counts only while its grant, session and account do, so revocation and sign-out take effect at once.
const verifyStatement = sql(
  'identity.verify_access_token',
  `select a.id as sub, a.tenant_id, a.name, a.email,
     token.payload ->> 'scope' as scope, token.payload ->> 'jkt' as key_thumbprint, token.expires_at, session.expires_at as session_ends_at,
     session.session_uid, (session.payload ->> 'loginTs')::double precision as signed_in_at,
     array(select ar.role from identity.account_role ar where ar.account_id = a.id order by ar.role) as roles,
     array(select distinct rp.permission from identity.account_role ar
       join identity.role_permission rp on rp.role = ar.role
       where ar.account_id = a.id order by rp.permission) as permissions
   from identity.artifact token
   join identity.artifact granted on granted.model = 'Grant' and granted.id_hash = token.grant_hash
     and granted.expires_at > $2
   join identity.account a on a.id = (token.payload ->> 'accountId')::uuid and a.disabled_at is null
     and (not a.is_demo or $3)
   left join identity.artifact session on session.model = 'Session'
     and session.session_uid = token.session_uid and session.expires_at > $2
     and session.account_id = token.account_id
     and session.payload #>> array['authorizations', token.payload ->> 'clientId', 'grantId']
       = token.payload ->> 'grantId'
   where token.model = 'AccessToken' and token.id_hash = $1 and token.expires_at > $2
     and (session.model is not null or token.payload ->> 'expiresWithSession' is null)`,
);

type Row = Omit<VerifiedToken, 'scopes' | 'signedInAt'> & {
  scope: string | null;
  keyThumbprint: string | null;
  signedInAt: number | null;
};

/**
 * Verifies an access token against the database, so any process can do it. Resolves to null when it is unknown,
 * expired or revoked. A key-bound token requires a proof of its key for this call, and a proof requires such a
 * token.
 * @see RFC 9449 section 7
 */
export async function verifyAccessToken(
  database: Database,
  token: string,
  options: { demo: boolean; use?: DpopProof | undefined },
): Promise<VerifiedToken | null> {
  const now = new Date();
  const [row] = await database.query<Row>(verifyStatement, [hashToken(token), now, options.demo]);
  if (!row) return null;
  const { scope, keyThumbprint, signedInAt, ...verified } = row;
  const proven = options.use ? await verifyDpopProof(database, token, options.use, now) : null;
  if (proven !== keyThumbprint || (options.use && proven === null)) return null;
  return {
    ...verified,
    scopes: scope === null ? [] : scope.split(' '),
    signedInAt: signedInAt === null ? null : new Date(signedInAt * 1000),
  };
}

// A token counts only while its grant and account do. It has no session: an assistant works while its user is away.
const verifyAssistantStatement = sql(
  'identity.verify_assistant_token',
  `select a.tenant_id, token.grant_hash
   from identity.artifact token
   join identity.artifact granted on granted.model = 'Grant' and granted.id_hash = token.grant_hash
     and granted.expires_at > $2
   join identity.account a on a.id = (token.payload ->> 'accountId')::uuid and a.disabled_at is null
     and (not a.is_demo or $3)
   where token.model = 'AccessToken' and token.id_hash = $1 and token.expires_at > $2
     and token.payload ->> 'aud' = $4 and token.payload ->> 'jkt' is null`,
);

/** Returns the team and the grant of an access token for the resource of assistants; null for any other token. */
export async function verifyAssistantToken(
  database: Pick<Database, 'query'>,
  token: string,
  { demo, resource }: { demo: boolean; resource: string },
): Promise<{ tenantId: string; grantHash: Buffer } | null> {
  const [row] = await database.query<{ tenantId: string; grantHash: Buffer }>(
    verifyAssistantStatement,
    [hashToken(token), new Date(), demo, resource],
  );
  return row ?? null;
}

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
async function verifyDpopProof(
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
