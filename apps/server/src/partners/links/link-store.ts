import type { CanonicalShop, Grant, Platform } from '@seller-connect/partners';
import { recordAuditEvent, type AuditEvent } from '../../audit/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  notifyShopMoved,
  resolveConsentNotifications,
  resolveLinkFailedNotification,
} from '../shops/link-notifications.ts';
import { shopAuditEvent, recordEvent } from '../shops/credential-events.ts';
import { lifetimeSeconds } from '../tokens/refresh-store.ts';
import type { TokenDependencies } from '../tokens/token-refresh.ts';
import {
  shopKey,
  disconnectedColumns,
  shopColumns,
  toShop,
  type LinkedShop,
  type ShopRow,
} from '../shops/shops.ts';
import type { LinkActor } from './link-history.ts';
import { disconnectFormerLink, takeOverClaim } from './take-over.ts';
import { createBuyerHashKey, sealTokens } from '../tokens/sealed-tokens.ts';
import { shopLinkedElsewhereProblem } from '../shops/link-problems.ts';

const claimShop = sql(
  'partners.claim_shop',
  'select partners.claim_shop($1, $2, $3, $4) as outcome',
);
// `is_covered`: the new grant opens every shop that still needs the connection, so its tokens may be replaced.
// Otherwise the connection keeps its tokens for the other shops.
const findConnections = sql(
  'partners.find_connections',
  `with granted as (select * from unnest($3::text[], $4::text[]) as g (region, external_shop_id))
   select c.connection_id, c.fencing_token, not exists (
     select from partners.shop o
     where o.tenant_id = $1 and o.connection_id = c.connection_id and o.disconnected_at is null
       and o.refused_at is null and (o.region, o.external_shop_id) not in (select region, external_shop_id from granted)
   ) as is_covered
   from partners.connection c
   where c.tenant_id = $1 and c.connection_id in (
     select s.connection_id from partners.shop s
     where s.tenant_id = $1 and s.platform = $2
       and (s.region, s.external_shop_id) in (select region, external_shop_id from granted))
   order by c.connection_id for update`,
);
const upsertConnection = sql(
  'partners.save_connection',
  `insert into partners.connection as c (tenant_id, connection_id, platform, account, state, sealed, key_id,
     access_expires_at, access_lifetime_seconds, can_refresh, refresh_expires_at, fencing_token, token_revision,
     granted_at, changed_at)
   values ($1, $2, $3, $4, 'connected', $5, $6, $7, $8, $9, $10, $11, $11, $12, $12)
   on conflict (tenant_id, connection_id) do update set
     account = excluded.account, state = excluded.state, reason = null, sealed = excluded.sealed,
     key_id = excluded.key_id, access_expires_at = excluded.access_expires_at,
     access_lifetime_seconds = excluded.access_lifetime_seconds, can_refresh = excluded.can_refresh,
     refresh_expires_at = excluded.refresh_expires_at, fencing_token = excluded.fencing_token,
     token_revision = excluded.token_revision, refresh_begun_at = null, refresh_lease_expires_at = null,
     refresh_tried_at = null, refresh_lost_at = null, granted_at = excluded.granted_at,
     changed_at = excluded.changed_at`,
);
const findLeavingShops = sql(
  'partners.leaving_shops',
  `select s.shop_id, s.connection_id from partners.shop s
   where s.tenant_id = $1 and s.connection_id = any($2::uuid[])
     and (s.region, s.external_shop_id) in (select * from unnest($3::text[], $4::text[]))`,
);
const upsertShop = sql(
  'partners.save_shop',
  `insert into partners.shop as s (tenant_id, shop_id, connection_id, platform, region, external_shop_id,
     name, currency, time_zone, partner_status, linked_at, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
   on conflict (tenant_id, platform, region, external_shop_id) do update set
     connection_id = excluded.connection_id, name = excluded.name, partner_status = excluded.partner_status,
     changed_at = excluded.changed_at, disconnected_at = null, refused_at = null`,
);
const findLinkedShops = sql(
  'partners.linked_shops',
  `select ${shopColumns} from partners.shop s
   join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
   where s.tenant_id = $1 and s.connection_id = $2 order by s.region, s.external_shop_id`,
);
// A new consent may have fixed the failures of its shops.
const resetShopCircuits = sql(
  'partners.reset_shop_circuits',
  `delete from partners.shop_circuit c where c.tenant_id = $1 and c.shop_id in (
     select s.shop_id from partners.shop s where s.tenant_id = $1 and s.connection_id = $2)`,
);
// Disconnects other consents that lost their last shop to the new one, because their tokens are no longer used.
const disconnectEmptyConnections = sql(
  'partners.disconnect_empty_connections',
  `update partners.connection c set ${disconnectedColumns}, changed_at = $3
   where c.tenant_id = $1 and c.connection_id = any($2::uuid[]) and not exists (
     select from partners.shop s
     where s.tenant_id = c.tenant_id and s.connection_id = c.connection_id and s.disconnected_at is null)`,
);

/** Splits a grant by chain of tokens, because each chain is stored and refreshed separately. */
function splitByTokenChain(grant: Grant): Grant[] {
  const sharedShops = grant.shops.filter((shop) => shop.renewal === undefined);
  const separateGrants = grant.shops.flatMap(({ renewal, ...shop }) =>
    renewal ? [{ ...grant, ...renewal, shops: [shop] }] : [],
  );
  return sharedShops.length > 0
    ? [{ ...grant, shops: sharedShops }, ...separateGrants]
    : separateGrants;
}

/** Starts the sync of linked shops in the transaction that stores the link. Returns what to do after the commit. */
export type StartSync = (
  tx: TenantTransaction,
  shops: readonly LinkedShop[],
) => Promise<() => Promise<void>>;

export interface LinkDependencies extends TokenDependencies {
  startSync?: StartSync | undefined;
}

interface StoredLink {
  shops: LinkedShop[];
  afterCommit: (() => Promise<void>) | undefined;
}

/** Stores all shops of a consent or none, in the transaction that links them. */
export async function storeLink(
  dependencies: LinkDependencies,
  tx: TenantTransaction,
  platform: Platform,
  actor: LinkActor,
  grant: Grant,
  shops: readonly CanonicalShop[],
): Promise<StoredLink> {
  const now = dependencies.clock();
  // Sorted, so that concurrent links of the same shops wait for each other instead of deadlocking.
  const sorted = shops.toSorted((a, b) => (shopKey(a) < shopKey(b) ? -1 : 1));
  // Claims are always locked before links, which prevents deadlocks with disconnections.
  const actions = new Map<string, Extract<AuditEvent['action'], `shop.${string}`>>();
  const claimedElsewhere: CanonicalShop[] = [];
  for (const shop of sorted) {
    const key = [platform, shop.region, shop.externalShopId, now];
    const [claimed] = await tx.query<{ outcome: string }>(claimShop, key);
    if (claimed?.outcome === 'taken') claimedElsewhere.push(shop);
    if (claimed?.outcome === 'free') actions.set(shopKey(shop), 'shop.linked');
  }
  for (const shop of claimedElsewhere) {
    // The demo does not take over shops.
    if (actor.byProgram) throw shopLinkedElsewhereProblem(shop.name, null);
    const formerTenantId = await takeOverClaim(tx, platform, shop, now);
    await disconnectFormerLink(tx, formerTenantId, platform, shop, now);
    actions.set(shopKey(shop), 'shop.taken_over');
    dependencies.log.info(
      { event: 'partners.shop_taken_over', tenantId: tx.tenantId, formerTenantId, platform },
      'Shop moved to another team by a fresh consent',
    );
  }
  await createBuyerHashKey(tx, dependencies.vault, now);
  const linked: LinkedShop[] = [];
  for (const chain of splitByTokenChain(grant)) {
    const authorizedKeys = new Set(chain.shops.map(shopKey));
    const chainShops = sorted.filter((shop) => authorizedKeys.has(shopKey(shop)));
    if (chainShops.length > 0)
      linked.push(...(await storeTokenChain(dependencies, tx, platform, actor, chain, chainShops)));
  }
  // Before notifications and audit events, which a sync in progress writes after it has locked its streams.
  const afterCommit = await dependencies.startSync?.(tx, linked);
  await resolveLinkFailedNotification(tx, platform, actor, now);
  for (const shop of linked) {
    const action = actions.get(shopKey(shop)) ?? 'shop.linked_again';
    await recordAuditEvent(tx, shopAuditEvent(action, actor, shop), now);
    if (action === 'shop.taken_over') await notifyShopMoved(tx, shop, 'here', now);
  }
  return { shops: linked, afterCommit };
}

/** Stores one chain of tokens and the shops that it opens. */
async function storeTokenChain(
  dependencies: TokenDependencies,
  tx: TenantTransaction,
  platform: Platform,
  actor: LinkActor,
  grant: Grant,
  sorted: readonly CanonicalShop[],
): Promise<LinkedShop[]> {
  const { vault } = dependencies;
  const { tenantId } = tx;
  const now = dependencies.clock();
  const keys = [sorted.map((shop) => shop.region), sorted.map((shop) => shop.externalShopId)];
  const existing = await tx.query<{
    connectionId: string;
    fencingToken: number;
    isCovered: boolean;
  }>(findConnections, [tenantId, platform, ...keys]);
  const reused = existing.find((connection) => connection.isCovered);
  const connectionId = reused?.connectionId ?? newId(now.getTime());
  const fencingToken = (reused?.fencingToken ?? 0) + 1;
  const sealed = await sealTokens(vault, tenantId, connectionId, fencingToken, grant);
  await tx.execute(upsertConnection, [
    tenantId,
    connectionId,
    platform,
    grant.account,
    sealed,
    vault.keyIdOf(sealed),
    grant.accessExpiresAt,
    lifetimeSeconds(grant, now),
    grant.refreshToken !== null,
    grant.refreshExpiresAt,
    fencingToken,
    now,
  ]);
  const others = existing.map((row) => row.connectionId).filter((id) => id !== connectionId);
  const leaving = await tx.query<{ shopId: string; connectionId: string }>(findLeavingShops, [
    tenantId,
    others,
    ...keys,
  ]);
  for (const { shopId, connectionId: left } of leaving) {
    await recordEvent(tx, left, { kind: 'shop_left', code: shopId }, now);
  }
  for (const shop of sorted) {
    await tx.execute(upsertShop, [
      tenantId,
      newId(now.getTime()),
      connectionId,
      platform,
      shop.region,
      shop.externalShopId,
      shop.name,
      shop.currency,
      shop.timeZone,
      shop.status,
      now,
    ]);
  }
  await tx.execute(resetShopCircuits, [tenantId, connectionId]);
  if (others.length > 0) await tx.execute(disconnectEmptyConnections, [tenantId, others, now]);
  const kind = existing.length > 0 ? 'linked_again' : 'linked';
  const actorDetails = actor.byProgram ? {} : { accountId: actor.accountId };
  await recordEvent(tx, connectionId, { kind, ...actorDetails }, now);
  const authorizedKeys = new Set(sorted.map(shopKey));
  const rows = await tx.query<ShopRow>(findLinkedShops, [tenantId, connectionId]);
  const linked = rows.map(toShop).filter((shop) => authorizedKeys.has(shopKey(shop)));
  const linkedIds = linked.map(({ shopId }) => shopId);
  await resolveConsentNotifications(tx, [connectionId, ...others, ...linkedIds], now);
  return linked;
}
