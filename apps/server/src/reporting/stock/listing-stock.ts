import type { ListingStock, ListingStockQuery } from '@seller-connect/contract';
import { addDays, localDays } from '../../platform/calendar.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { coverOf, stockByDay, velocityOf, type StockChange, type StoredVelocity } from './cover.ts';

/** Days of the series, today included. */
const seriesDays = 90;

interface ListingRow extends StoredVelocity {
  stock: number | null;
  timeZone: string;
  seenAt: Date;
  goneAt: Date | null;
}

const findListing = sql(
  'reporting.find_listing_stock',
  `select l.stock, s.time_zone, coalesce(l.seen_at, l.observed_at) as seen_at, l.deleted_at as gone_at,
          v.units as velocity_units, v.days as velocity_days
     from reporting.listing l
     join reporting.shop s on s.tenant_id = $1 and s.shop_id = $2
     left join reporting.sales_velocity v on v.tenant_id = $1 and v.shop_id = $2 and v.item_id = $3 and v.sku_key = $4
    where l.tenant_id = $1 and l.shop_id = $2 and l.item_id = $3 and l.sku_key = $4`,
);
const listChanges = sql(
  'reporting.list_stock_changes',
  `select day, stock from reporting.stock_day
    where tenant_id = $1 and shop_id = $2 and item_id = $3 and sku_key = $4 order by day`,
);
/** One look-up by day: the key of the rollup begins with it. */
const listSoldUnits = sql(
  'reporting.list_sold_units',
  `select $4::date - later as day, sold.units
     from generate_series(0, ${seriesDays - 1}) as later
    cross join lateral (
      select coalesce(sum(one.units), 0)::bigint as units from reporting.agg_sku_day one
       where one.tenant_id = $1 and one.shop_id = $2 and one.day = $4::date - later and one.sku_key = $3) sold`,
);

/**
 * Returns the stock and the sales of a listing by day.
 * @throws Problem 404 `product_unknown` without such a listing in the team
 */
export async function readListingStock(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  { shop, itemId, skuId }: ListingStockQuery,
  now: Date,
): Promise<ListingStock> {
  return database.tenant(tenantId, async (tx) => {
    const [listing] = await tx.query<ListingRow>(findListing, [tenantId, shop, itemId, skuId]);
    if (!listing) throw productUnknownProblem();
    const dayOf = localDays(listing.timeZone);
    const to = dayOf(now);
    const period = { from: addDays(to, 1 - seriesDays), to };
    const [changes, sold] = await Promise.all([
      tx.query<StockChange>(listChanges, [tenantId, shop, itemId, skuId]),
      tx.query<{ day: string; units: bigint }>(listSoldUnits, [tenantId, shop, skuId, to]),
    ]);
    const unitsByDay = new Map(sold.map(({ day, units }) => [day, Number(units)]));
    const knownTo = dayOf(listing.goneAt ?? listing.seenAt);
    const velocity = velocityOf(listing);
    return {
      ...coverOf(listing.stock, velocity),
      velocity: velocity && { units: Number(velocity.units), days: velocity.days },
      days: stockByDay(changes, { ...period, knownTo }).map(({ day, stock }) => ({
        day,
        stock,
        units: unitsByDay.get(day) ?? 0,
      })),
    };
  });
}

const productUnknownProblem = () =>
  new Problem(404, 'product_unknown', {
    vi: 'Không tìm thấy sản phẩm này trong các gian hàng của bạn.',
    en: 'Product not found in your shops.',
  });
