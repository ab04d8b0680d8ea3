import type { Platform } from '@seller-connect/contract';
import { notify, resolveOtherNotifications } from '../../notifications/index.ts';
import { localDays } from '../../platform/calendar.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';
import { isLowSql, lowCoverDays, minVelocityDays } from '../stock/cover.ts';
import type { AlertSubject } from './money-alerts.ts';
import { minUnits, rankLowStock, type LowListing } from './stock-rules.ts';
import { buyerPriceSql } from '../stock/listing-days.ts';

// Only the shop's own currency, as amounts in another one are not comparable.
const readLowListings = sql(
  'reporting.alert_low_listings',
  `select l.name, l.stock, ${buyerPriceSql} as price_e4, v.units, v.days
     from reporting.sales_velocity v
     join reporting.listing l on l.tenant_id = $1 and l.shop_id = $2 and l.item_id = v.item_id
      and l.sku_key = v.sku_key
    where v.tenant_id = $1 and v.shop_id = $2 and v.units >= ${minUnits} and l.deleted_at is null
      and l.currency = $3
      and (${isLowSql('l', 'v')} or (l.stock <= 0 and v.days >= ${minVelocityDays}))
    order by l.name, l.item_id, l.sku_key`,
);

/**
 * Notifies the team, once a day of the shop, of products that sell and are sold out or soon will be. The notification
 * of an earlier day is resolved, and that of the day as soon as there is no such product.
 */
export async function updateStockAlert(
  tx: TenantTransaction,
  shop: AlertSubject & { name: string; platform: Platform },
  now: Date,
): Promise<void> {
  const { id, name, platform, currency } = shop;
  const today = localDays(shop.timeZone)(now);
  const subject = `${id}:stock:${today}`;
  const listings = await tx.query<LowListing>(readLowListings, [tx.tenantId, id, currency]);
  const lowStock = rankLowStock(listings);
  await resolveOtherNotifications(tx, 'stock_low', `${id}:stock:`, lowStock && subject, now);
  if (!lowStock) return;
  const { products, count, salesPerDayE4 } = lowStock;
  await notify(
    tx,
    {
      kind: 'stock_low',
      key: `${id}:${today}`,
      subject,
      facts: {
        platform,
        shops: [{ id, name }],
        currency,
        products,
        productCount: count,
        worth: { amount: toDecimal(salesPerDayE4), currency },
        days: lowCoverDays,
      },
    },
    now,
  );
}
