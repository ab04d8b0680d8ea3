import { sql } from '../../platform/database/database.ts';
import { recordEvent } from '../shops/credential-events.ts';
import type { Connectors } from '../connectors.ts';
import type { TokenDependencies } from '../tokens/token-refresh.ts';
import { loadRevocableConsents, revokeConsents } from './revoke-consents.ts';
import { disconnectedColumns } from '../shops/shops.ts';

const deleteAttempts = sql(
  'partners.delete_attempts_of_tenant',
  'delete from partners.authorization_attempt where tenant_id = $1',
);
const disconnectShops = sql(
  'partners.disconnect_shops',
  `update partners.shop set disconnected_at = $2, changed_at = $2
   where tenant_id = $1 and disconnected_at is null`,
);
const destroyAllTokens = sql(
  'partners.destroy_all_tokens',
  `update partners.connection c set ${disconnectedColumns}, changed_at = $2
   where c.tenant_id = $1 and c.state <> 'disconnected' returning connection_id`,
);
// Deletes the key of the buyer hash, so that remaining hashes cannot be attributed to buyers.
const deleteTenantKeys = sql(
  'partners.destroy_tenant_keys',
  'delete from partners.tenant_key where tenant_id = $1',
);
const releaseClaims = sql('partners.release_claims', 'select partners.release_claims()');

/**
 * Disconnects all shops of a removed team: destroys its tokens, deletes open authorization attempts, revokes its
 * consents and releases its claims, so that any team with access may link the shops. Idempotent.
 */
export async function disconnectAll(
  dependencies: TokenDependencies & { connectors: Connectors },
  tenantId: string,
): Promise<void> {
  const { database, clock, log } = dependencies;
  const now = clock();
  const consents = await database.tenant(tenantId, async (tx) => {
    // Claims are always locked before links.
    await tx.query(releaseClaims);
    const revocable = await loadRevocableConsents(tx, null);
    await tx.execute(deleteAttempts, [tenantId]);
    const shops = await tx.execute(disconnectShops, [tenantId, now]);
    const disconnectedConnections = await tx.query<{ connectionId: string }>(destroyAllTokens, [
      tenantId,
      now,
    ]);
    for (const { connectionId } of disconnectedConnections) {
      await recordEvent(tx, connectionId, { kind: 'disconnected', code: 'team_gone' }, now);
    }
    await tx.execute(deleteTenantKeys, [tenantId]);
    log.info(
      {
        event: 'partners.team_disconnected',
        tenantId,
        shops,
        connections: disconnectedConnections.length,
      },
      'All shops of a team were disconnected',
    );
    return revocable;
  });
  await revokeConsents(dependencies, consents);
}
