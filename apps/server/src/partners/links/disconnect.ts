import type { LinkActor } from './link-history.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { recordAuditEvent } from '../../audit/index.ts';
import { resolveShopAlerts } from '../../notifications/index.ts';
import { resolveConsentNotifications } from '../shops/link-notifications.ts';
import { shopAuditEvent, recordEvent } from '../shops/credential-events.ts';
import type { Connectors } from '../connectors.ts';
import type { TokenDependencies } from '../tokens/token-refresh.ts';
import {
  disconnectedColumns,
  shopColumns,
  toShop,
  type LinkedShop,
  type ShopRow,
} from '../shops/shops.ts';
import { loadRevocableConsents, revokeConsents, type RevocableConsent } from './revoke-consents.ts';
import { shopNotFoundProblem } from '../shops/link-problems.ts';

const disconnectShopRow = sql(
  'partners.disconnect_shop',
  `update partners.shop set disconnected_at = $3, changed_at = $3
   where tenant_id = $1 and shop_id = $2 and disconnected_at is null`,
);
// Destroys the tokens with the last shop that they open.
const destroyTokens = sql(
  'partners.destroy_tokens',
  `update partners.connection c set ${disconnectedColumns}, changed_at = $3
   where c.tenant_id = $1 and c.connection_id = $2 and c.state <> 'disconnected' and not exists (
     select from partners.shop s
     where s.tenant_id = c.tenant_id and s.connection_id = c.connection_id and s.disconnected_at is null)`,
);
const readShop = sql(
  'partners.read_shop',
  `select ${shopColumns} from partners.shop s
   join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
   where s.tenant_id = $1 and s.shop_id = $2`,
);

/**
 * Disconnects a shop: destroys its tokens, and revokes the consent if the partner has a call for it. The data stays
 * with the tenant until it is erased, unless another team links the shop. Idempotent.
 * @throws Problem shop_not_found
 */
export async function disconnectShop(
  dependencies: TokenDependencies & { connectors: Connectors },
  { tenantId, accountId }: LinkActor,
  shopId: string,
): Promise<LinkedShop> {
  const { database, clock, log } = dependencies;
  const now = clock();
  const { shop, consents } = await database.tenant(tenantId, async (tx) => {
    const ended = await disconnectLink(tx, shopId, { accountId }, now);
    if (ended.isNew) {
      await recordAuditEvent(
        tx,
        shopAuditEvent('shop.disconnected', { accountId }, ended.shop),
        now,
      );
      log.info({ event: 'partners.shop_disconnected', tenantId, shopId }, 'Shop was disconnected');
    }
    return ended;
  });
  await revokeConsents(dependencies, consents);
  return shop;
}

interface DisconnectedLink {
  shop: LinkedShop;
  /** False if the shop was disconnected before. */
  isNew: boolean;
  /** Consents whose tokens were destroyed. */
  consents: readonly RevocableConsent[];
}

/**
 * Disconnects a shop in a transaction of its tenant. Destroys the tokens with the last shop that they open.
 * @throws Problem shop_not_found
 */
export async function disconnectLink(
  tx: TenantTransaction,
  shopId: string,
  actor: { accountId?: string },
  now: Date,
): Promise<DisconnectedLink> {
  const { tenantId } = tx;
  const updatedCount = await tx.execute(disconnectShopRow, [tenantId, shopId, now]);
  const [row] = await tx.query<ShopRow>(readShop, [tenantId, shopId]);
  if (row === undefined) throw shopNotFoundProblem();
  if (updatedCount === 0) return { shop: toShop(row), isNew: false, consents: [] };
  const consents = await loadRevocableConsents(tx, row.connectionId);
  const destroyedCount = await tx.execute(destroyTokens, [tenantId, row.connectionId, now]);
  if (destroyedCount > 0) await resolveConsentNotifications(tx, [row.connectionId], now);
  await resolveShopAlerts(tx, shopId, now);
  await recordEvent(tx, row.connectionId, { kind: 'disconnected', code: shopId, ...actor }, now);
  return { shop: toShop(row), isNew: true, consents: destroyedCount > 0 ? consents : [] };
}
