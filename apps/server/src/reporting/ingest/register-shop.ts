import type { Platform } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';

/** The attributes of a shop that reports need. */
export interface ReportingShop {
  shopId: string;
  platform: Platform;
  name: string;
  region: string;
  /** ISO 4217. */
  currency: string;
  /** IANA name. The shop's days are days of this time zone, fixed at the first registration. */
  timeZone: string;
}

const registerShopStatement = sql(
  'reporting.register_shop',
  `insert into reporting.shop (tenant_id, shop_id, platform, name, region, currency, time_zone, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (tenant_id, shop_id) do update set
     name = excluded.name, region = excluded.region, currency = excluded.currency,
     updated_at = excluded.updated_at`,
);

/** Inserts or updates the shop that reports read. The time zone stays: stored days depend on it. */
export async function registerShop(
  tx: TenantTransaction,
  shop: ReportingShop,
  now: Date,
): Promise<void> {
  await tx.execute(registerShopStatement, [
    tx.tenantId,
    shop.shopId,
    shop.platform,
    shop.name,
    shop.region,
    shop.currency,
    shop.timeZone,
    now,
  ]);
}
