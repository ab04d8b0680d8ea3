import { sql, type Database } from '../../platform/database/database.ts';
import { hashToken } from '../../platform/secrets.ts';

// A token counts only while its grant and account do. It has no session: an assistant works while its user is away.
const verify = sql(
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
  { demo, resource, now = new Date() }: { demo: boolean; resource: string; now?: Date },
): Promise<{ tenantId: string; grantHash: Buffer } | null> {
  const [row] = await database.query<{ tenantId: string; grantHash: Buffer }>(verify, [
    hashToken(token),
    now,
    demo,
    resource,
  ]);
  return row ?? null;
}
