import { sql, type Database } from '../../platform/database/database.ts';
import { verifyDpopProof, type DpopProof } from './dpop.ts';
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
const verify = sql(
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
  options: { demo: boolean; now?: Date; use?: DpopProof | undefined },
): Promise<VerifiedToken | null> {
  const now = options.now ?? new Date();
  const [row] = await database.query<Row>(verify, [hashToken(token), now, options.demo]);
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
