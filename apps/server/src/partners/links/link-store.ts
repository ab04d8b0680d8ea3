import type { CanonicalShop, Grant, Platform } from '@seller-connect/partners';
import { record, type Happening } from '../../audit/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { announceMoved, resolveConsents, resolveLinkFailed } from '../shops/link-notifications.ts';
import { happening, recordEvent } from '../shops/credential-events.ts';
import type { Linker, LinkingDeps } from './linking.ts';
import { lifetimeSeconds } from '../tokens/token-refresh.ts';
import { keyOf, shopColumns, toShop, type LinkedShop, type ShopRow } from '../shops/shops.ts';
import { endFormerLink, takeOverClaim } from './take-over.ts';
import { makeBuyerHashKey, sealTokens } from '../tokens/sealed-tokens.ts';
import { shopLinkedElsewhere } from '../shops/link-problems.ts';

const claim = sql('partners.claim_shop', 'select partners.claim_shop($1, $2, $3, $4) as outcome');
// `is_covered`: every shop that still needs the connection is opened by the new grant as well, so its tokens
// may be replaced; otherwise it keeps them for the shops that the grant leaves out.
const findConnections = sql(
  'partners.find_connections',
  `with granted as (select * from unnest($3::text[], $4::text[]) as g (region, external_shop_id))
   select c.connection_id, c.fence, not exists (
     select from partners.shop o
     where o.tenant_id = c.tenant_id and o.connection_id = c.connection_id and o.disconnected_at is null
       and (o.region, o.external_shop_id) not in (select region, external_shop_id from granted)
   ) as is_covered
   from partners.connection c
   where c.tenant_id = $1 and c.connection_id in (
     select s.connection_id from partners.shop s
     where s.tenant_id = $1 and s.platform = $2
       and (s.region, s.external_shop_id) in (select region, external_shop_id from granted))
   order by c.connection_id for update`,
);
const saveConnection = sql(
  'partners.save_connection',
  `insert into partners.connection as c (tenant_id, connection_id, platform, account, state, sealed, key_id,
     access_expires_at, access_lifetime_seconds, can_refresh, refresh_expires_at, fence, token_fence,
     granted_at, changed_at)
   values ($1, $2, $3, $4, 'connected', $5, $6, $7, $8, $9, $10, $11, $11, $12, $12)
   on conflict (tenant_id, connection_id) do update set
     account = excluded.account, state = excluded.state, reason = null, sealed = excluded.sealed,
     key_id = excluded.key_id, access_expires_at = excluded.access_expires_at,
     access_lifetime_seconds = excluded.access_lifetime_seconds, can_refresh = excluded.can_refresh,
     refresh_expires_at = excluded.refresh_expires_at, fence = excluded.fence,
     token_fence = excluded.token_fence, refresh_begun_at = null, refresh_lease_until = null,
     refresh_tried_at = null, refresh_lost_at = null, granted_at = excluded.granted_at,
     changed_at = excluded.changed_at`,
);
const saveShop = sql(
  'partners.save_shop',
  `insert into partners.shop as s (tenant_id, shop_id, connection_id, platform, region, external_shop_id,
     name, currency, time_zone, partner_status, linked_at, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
   on conflict (tenant_id, platform, region, external_shop_id) do update set
     connection_id = excluded.connection_id, name = excluded.name, partner_status = excluded.partner_status,
     changed_at = excluded.changed_at, disconnected_at = null`,
);
const linkedShops = sql(
  'partners.linked_shops',
  `select ${shopColumns} from partners.shop s
   join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
   where s.tenant_id = $1 and s.connection_id = $2 order by s.region, s.external_shop_id`,
);
// Whatever kept a shop from answering, its new consent may have ended it.
const forgetFailures = sql(
  'partners.forget_failures',
  `delete from partners.shop_circuit c where c.tenant_id = $1 and c.shop_id in (
     select s.shop_id from partners.shop s where s.tenant_id = $1 and s.connection_id = $2)`,
);
// Another consent that has lost its last shop to the new one: its tokens open nothing that is used.
const endEmpty = sql(
  'partners.end_empty_connections',
  `update partners.connection c set
     state = 'disconnected', reason = null, sealed = null, key_id = null, can_refresh = false,
     fence = c.fence + 1, token_fence = c.fence + 1, refresh_begun_at = null, refresh_lease_until = null,
     changed_at = $3
   where c.tenant_id = $1 and c.connection_id = any($2::uuid[]) and not exists (
     select from partners.shop s where s.tenant_id = c.tenant_id and s.connection_id = c.connection_id)`,
);

/** What is kept and renewed apart: a grant for each chain of tokens. */
function chainsOf(grant: Grant): Grant[] {
  const together = grant.shops.filter((shop) => shop.renewal === undefined);
  const apart = grant.shops.flatMap(({ renewal, ...shop }) =>
    renewal ? [{ ...grant, ...renewal, shops: [shop] }] : [],
  );
  return together.length > 0 ? [{ ...grant, shops: together }, ...apart] : apart;
}

/** Stores what a consent opened, in the transaction that links: all shops of it or none. */
export async function storeLink(
  deps: LinkingDeps,
  tx: TenantTransaction,
  platform: Platform,
  linker: Linker,
  grant: Grant,
  shops: readonly CanonicalShop[],
): Promise<LinkedShop[]> {
  const now = deps.clock();
  // In one order everywhere, so that two links of the same shops wait for each other and never deadlock.
  const sorted = shops.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  // Claims first, links after: so does whoever ends a link, and nobody waits for another who waits in turn.
  const actions = new Map<string, Extract<Happening['action'], `shop.${string}`>>();
  const foreign: CanonicalShop[] = [];
  for (const shop of sorted) {
    const key = [platform, shop.region, shop.externalShopId, now];
    const [claimed] = await tx.query<{ outcome: string }>(claim, key);
    if (claimed?.outcome === 'taken') foreign.push(shop);
    if (claimed?.outcome === 'free') actions.set(keyOf(shop), 'shop.linked');
  }
  for (const shop of foreign) {
    // The demo takes nothing from anybody.
    if (linker.byProgram) throw shopLinkedElsewhere(shop.name, null);
    const formerTenantId = await takeOverClaim(tx, platform, shop, now);
    await endFormerLink(tx, formerTenantId, platform, shop, now);
    actions.set(keyOf(shop), 'shop.taken_over');
    deps.log.info({ tenantId: tx.tenantId, formerTenantId, platform }, 'a shop was taken over');
  }
  await makeBuyerHashKey(tx, deps.vault, now);
  const linked: LinkedShop[] = [];
  for (const chain of chainsOf(grant)) {
    const opened = new Set(chain.shops.map(keyOf));
    const own = sorted.filter((shop) => opened.has(keyOf(shop)));
    if (own.length > 0) linked.push(...(await storeChain(deps, tx, platform, linker, chain, own)));
  }
  await resolveLinkFailed(tx, platform, linker, now);
  for (const shop of linked) {
    const action = actions.get(keyOf(shop)) ?? 'shop.linked_again';
    await record(tx, happening(action, linker, shop), now);
    if (action === 'shop.taken_over') await announceMoved(tx, shop, 'here', now);
    await deps.onLink(tx, shop);
  }
  return linked;
}

/** One chain of tokens and the shops that it opens. */
async function storeChain(
  deps: LinkingDeps,
  tx: TenantTransaction,
  platform: Platform,
  linker: Linker,
  grant: Grant,
  sorted: readonly CanonicalShop[],
): Promise<LinkedShop[]> {
  const { vault } = deps;
  const { tenantId } = tx;
  const now = deps.clock();
  const existing = await tx.query<{ connection_id: string; fence: number; is_covered: boolean }>(
    findConnections,
    [
      tenantId,
      platform,
      sorted.map((shop) => shop.region),
      sorted.map((shop) => shop.externalShopId),
    ],
  );
  const kept = existing.find((connection) => connection.is_covered);
  const connectionId = kept?.connection_id ?? newId(now.getTime());
  const fence = (kept?.fence ?? 0) + 1;
  const sealed = await sealTokens(vault, tenantId, connectionId, fence, grant);
  await tx.execute(saveConnection, [
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
    fence,
    now,
  ]);
  for (const shop of sorted) {
    await tx.execute(saveShop, [
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
  await tx.execute(forgetFailures, [tenantId, connectionId]);
  const others = existing.map((row) => row.connection_id).filter((id) => id !== connectionId);
  if (others.length > 0) await tx.execute(endEmpty, [tenantId, others, now]);
  const kind = existing.length > 0 ? 'linked_again' : 'linked';
  const person = linker.byProgram ? {} : { accountId: linker.accountId };
  await recordEvent(tx, connectionId, { kind, ...person }, now);
  await resolveConsents(tx, [connectionId, ...others], now);
  const opened = new Set(sorted.map(keyOf));
  const rows = await tx.query<ShopRow>(linkedShops, [tenantId, connectionId]);
  return rows.map(toShop).filter((shop) => opened.has(keyOf(shop)));
}
