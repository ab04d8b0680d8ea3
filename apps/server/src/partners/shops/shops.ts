import type { Shop } from '@seller-connect/contract';
import type { Platform } from '@seller-connect/partners';
import { platforms } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/http/problem.ts';
import { reauthorizationMessages, type ReauthorizationReason } from './link-problems.ts';

/**
 * A linked shop as other domains see it.
 *
 * | status | becomes | when |
 * | --- | --- | --- |
 * | connected | needs_reauthorization | the partner refuses the tokens or this shop, or they expire without a refresh token |
 * | needs_reauthorization | connected | the seller links again, or a delayed refresh stores newer tokens |
 * | connected, needs_reauthorization | disconnected | disconnected by a user, taken over, or the team is removed |
 * | disconnected | connected | the team links it again |
 */
export interface LinkedShop {
  tenantId: string;
  shopId: string;
  connectionId: string;
  platform: Platform;
  region: string;
  externalShopId: string;
  name: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  status: Shop['status'];
  /** Set if the status is `needs_reauthorization`. */
  reason: ReauthorizationReason | null;
  /** When the consent ends and cannot be renewed without the seller; null if unknown. */
  consentExpiresAt: Date | null;
  linkedAt: Date;
}

export type ShopRow = Omit<LinkedShop, 'platform'> & { platform: string };

/** A shop that was disconnected on its own stays disconnected, even if its connection still opens other shops. */
export const shopColumns = `s.tenant_id, s.shop_id, s.connection_id, s.platform, s.region, s.external_shop_id,
  s.name, s.currency, s.time_zone, s.linked_at,
  case when s.disconnected_at is not null then 'disconnected'
    when s.refused_at is not null and c.state = 'connected' then 'needs_reauthorization' else c.state end as status,
  case when s.disconnected_at is null
    then case when s.refused_at is not null and c.state = 'connected' then 'refused' else c.reason end end as reason,
  case when s.disconnected_at is null and s.refused_at is null and c.state = 'connected'
    then case when c.can_refresh then c.refresh_expires_at else c.access_expires_at end end as consent_expires_at`;

/**
 * SQL that disconnects connections `c` and destroys their tokens. The raised fencing token rejects those of a running
 * refresh.
 */
export const disconnectedColumns = `state = 'disconnected', reason = null, sealed = null, key_id = null,
  can_refresh = false, access_expires_at = null, refresh_expires_at = null, fencing_token = c.fencing_token + 1,
  token_revision = c.fencing_token + 1, refresh_begun_at = null, refresh_lease_expires_at = null`;

const findShops = sql(
  'partners.all_shops',
  `select ${shopColumns} from partners.shop s
   join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
   where s.tenant_id = $1 order by s.linked_at, s.shop_id`,
);

export async function listShops(database: Database, tenantId: string): Promise<LinkedShop[]> {
  return (await database.tenantRead<ShopRow>(tenantId, findShops, [tenantId])).map(toShop);
}

/** Returns a key that identifies a shop at its partner. */
export function shopKey(shop: { region: string; externalShopId: string }): string {
  return `${shop.region}:${shop.externalShopId}`;
}

/** @throws Error for a platform that this version does not know */
export function parsePlatform(stored: string): Platform {
  const platform = platforms.find((each) => each === stored);
  if (platform === undefined) throw new Error(`A stored shop is of the platform ${stored}`);
  return platform;
}

export function toShop(row: ShopRow): LinkedShop {
  return {
    tenantId: row.tenantId,
    shopId: row.shopId,
    connectionId: row.connectionId,
    platform: parsePlatform(row.platform),
    region: row.region,
    externalShopId: row.externalShopId,
    name: row.name,
    currency: row.currency,
    timeZone: row.timeZone,
    status: row.status,
    reason: row.reason,
    consentExpiresAt: row.consentExpiresAt,
    linkedAt: row.linkedAt,
  };
}

export function toShopResponse(
  shop: LinkedShop,
  lastSyncedAt: Date | null,
  language: Language,
): Shop {
  return {
    id: shop.shopId,
    platform: shop.platform,
    externalShopId: shop.externalShopId,
    name: shop.name,
    region: shop.region,
    currency: shop.currency,
    timeZone: shop.timeZone,
    status: shop.status,
    linkedAt: shop.linkedAt.toISOString(),
    lastSyncedAt: lastSyncedAt?.toISOString() ?? null,
    permissionEndsAt: shop.consentExpiresAt?.toISOString() ?? null,
    reauthorization:
      shop.status === 'needs_reauthorization'
        ? {
            reason: shop.reason ?? 'refused',
            message: reauthorizationMessages[shop.reason ?? 'refused'][language],
          }
        : null,
  };
}
