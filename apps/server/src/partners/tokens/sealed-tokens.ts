import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Grant } from '@seller-connect/partners';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { sql, type Statement, type TenantTransaction } from '../../platform/database/database.ts';
import type { SealContext, SealedSecret, Vault } from '../../platform/vault/vault.ts';
import { Nullable } from '@seller-connect/contract';

const TokensShape = Type.Object({
  accessToken: Type.String({ minLength: 1 }),
  refreshToken: Nullable(Type.String({ minLength: 1 })),
});
/** The sealed part of a grant. */
export type Tokens = Static<typeof TokensShape>;
const Tokens = Compile(TokensShape);

/** Returns the seal context of a connection's tokens. Its version prevents the restoration of older tokens. */
function sealContext(tenantId: string, connectionId: string, tokenRevision: number): SealContext {
  return { tenantId, purpose: 'partners.connection', id: connectionId, version: tokenRevision };
}

export function sealTokens(
  vault: Vault,
  tenantId: string,
  connectionId: string,
  tokenRevision: number,
  grant: Pick<Grant, 'accessToken' | 'refreshToken'>,
): Promise<SealedSecret> {
  const { accessToken, refreshToken } = grant;
  const text = JSON.stringify({ accessToken, refreshToken } satisfies Tokens);
  return vault.seal(sealContext(tenantId, connectionId, tokenRevision), Buffer.from(text, 'utf8'));
}

export async function openTokens(
  vault: Vault,
  tenantId: string,
  connectionId: string,
  tokenRevision: number,
  sealed: Buffer,
): Promise<Tokens> {
  const bytes = await vault.open(sealContext(tenantId, connectionId, tokenRevision), sealed);
  const tokens: unknown = JSON.parse(bytes.toString('utf8'));
  if (!Tokens.Check(tokens)) throw new Error('Sealed tokens do not match their schema');
  return tokens;
}

const buyerHashPurpose = 'buyer_hash';

const insertTenantKey = sql(
  'partners.add_tenant_key',
  `insert into partners.tenant_key (tenant_id, purpose, sealed, key_id, made_at)
   values ($1, $2, $3, $4, $5) on conflict (tenant_id, purpose) do nothing`,
);

function buyerKeySealContext(tenantId: string): SealContext {
  return { tenantId, purpose: 'partners.tenant_key', id: buyerHashPurpose, version: 0 };
}

/** Opens a tenant's key for buyer hashes. */
export async function openBuyerHashKey(
  vault: Vault,
  tenantId: string,
  sealed: Buffer,
): Promise<KeyObject> {
  return createSecretKey(await vault.open(buyerKeySealContext(tenantId), sealed));
}

/** Creates a tenant's key for buyer hashes if there is none. It never changes. */
export async function createBuyerHashKey(
  tx: TenantTransaction,
  vault: Vault,
  now: Date,
): Promise<void> {
  const sealed = await vault.seal(buyerKeySealContext(tx.tenantId), randomBytes(32));
  const keyId = vault.keyIdOf(sealed);
  await tx.execute(insertTenantKey, [tx.tenantId, buyerHashPurpose, sealed, keyId, now]);
}

const findTokensWithOldKey = sql(
  'partners.sealed_by_old_keys',
  `select connection_id, token_revision, sealed from partners.connection
   where tenant_id = $1 and sealed is not null and key_id <> $2 for update`,
);
const updateSealedTokens = sql(
  'partners.update_sealed_tokens',
  `update partners.connection set sealed = $3, key_id = $4 where tenant_id = $1 and connection_id = $2`,
);
const findTenantKeysWithOldKey = sql(
  'partners.tenant_keys_by_old_keys',
  'select purpose, sealed from partners.tenant_key where tenant_id = $1 and key_id <> $2 for update',
);
const updateTenantKey = sql(
  'partners.update_tenant_key',
  'update partners.tenant_key set sealed = $3, key_id = $4 where tenant_id = $1 and purpose = $2',
);

/**
 * Rewraps every secret of a tenant with the newest vault key; payloads do not change.
 * @returns the number of changes, and the errors of the secrets that could not be rewrapped
 */
export async function rewrapTenant(
  tx: TenantTransaction,
  vault: Vault,
): Promise<{ changed: number; failures: unknown[] }> {
  const { tenantId } = tx;
  const failures: unknown[] = [];
  let changed = 0;
  const rewrap = async (
    { context, sealed }: { context: SealContext; sealed: Buffer },
    update: Statement,
    id: string,
  ) => {
    const rewrapped = await vault.rewrap(context, sealed).catch((error: unknown) => {
      failures.push(error);
      return null;
    });
    if (rewrapped === null) return;
    await tx.execute(update, [tenantId, id, rewrapped, vault.keyIdOf(rewrapped)]);
    changed += 1;
  };
  const connections = await tx.query<{
    connectionId: string;
    tokenRevision: number;
    sealed: Buffer;
  }>(findTokensWithOldKey, [tenantId, vault.currentKeyId]);
  for (const { connectionId, tokenRevision, sealed } of connections) {
    const context = sealContext(tenantId, connectionId, tokenRevision);
    await rewrap({ context, sealed }, updateSealedTokens, connectionId);
  }
  const keys = await tx.query<{ purpose: string; sealed: Buffer }>(findTenantKeysWithOldKey, [
    tenantId,
    vault.currentKeyId,
  ]);
  for (const { purpose, sealed } of keys) {
    const context = { tenantId, purpose: 'partners.tenant_key', id: purpose, version: 0 };
    await rewrap({ context, sealed }, updateTenantKey, purpose);
  }
  return { changed, failures };
}
