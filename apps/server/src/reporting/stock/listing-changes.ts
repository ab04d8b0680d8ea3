import type { ListingChange, ListingChangesQuery } from '@seller-connect/contract';
import { countDays } from '../../platform/calendar.ts';
import { sql, type Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import { validateDays } from '../metrics/period.ts';
import { readScope } from '../metrics/scope.ts';

/** Longest period, in days. Changes are kept for longer. */
const maxDays = 100;
/** The listings whose changes count: those that sold the most units in the period. */
const bestSellers = 20;
const maxChanges = 500;

interface ChangeRow {
  day: string;
  shopId: string;
  name: string;
  kind: ListingChange['kind'];
  currency: string;
  priceE4: bigint | null;
  previousPriceE4: bigint | null;
}

const listChangesStatement = sql(
  'reporting.list_listing_changes',
  `with best as materialized (
     select a.shop_id, a.sku_key from reporting.agg_sku_day a
      where a.tenant_id = $1 and a.shop_id = any($2::uuid[]) and a.day between $3 and $4
      group by a.shop_id, a.sku_key having sum(a.units) > 0
      order by sum(a.units) desc, a.shop_id, a.sku_key limit ${bestSellers}
   ), offered as materialized (
     select l.shop_id, l.item_id, l.sku_key, l.name, l.currency
       from best join reporting.listing l on l.tenant_id = $1 and l.shop_id = best.shop_id and l.sku_key = best.sku_key
   ), stock_change as (
     select o.shop_id, o.item_id, o.sku_key, o.name, o.currency, s.day, s.stock,
            lag(s.stock) over (partition by s.shop_id, s.item_id, s.sku_key order by s.day) as previous
       from offered o join reporting.stock_day s on s.tenant_id = $1 and s.shop_id = o.shop_id
        and s.item_id = o.item_id and s.sku_key = o.sku_key and s.day <= $4
   ), price_change as (
     select o.shop_id, o.item_id, o.sku_key, o.name, o.currency, p.day, p.price_e4,
            lag(p.price_e4) over (partition by p.shop_id, p.item_id, p.sku_key order by p.day) as previous
       from offered o join reporting.price_day p on p.tenant_id = $1 and p.shop_id = o.shop_id
        and p.item_id = o.item_id and p.sku_key = o.sku_key and p.day <= $4
   )
   select day::text, shop_id, name, kind, currency, price_e4, previous_price_e4 from (
     select day, shop_id, item_id, sku_key, name, currency,
            case when stock > 0 then 'restocked' else 'sold_out' end as kind,
            null::bigint as price_e4, null::bigint as previous_price_e4
       from stock_change where day >= $3 and (previous > 0) <> (stock > 0)
     union all
     select day, shop_id, item_id, sku_key, name, currency,
            case when price_e4 < previous then 'price_lowered' else 'price_raised' end,
            price_e4, previous
       from price_change where day >= $3 and price_e4 <> previous) change
    order by day desc, shop_id, item_id, sku_key, kind limit ${maxChanges}`,
);

/**
 * Returns when the best-selling listings of a period sold out, came back or changed their price, newest first.
 * @throws Problem 400 for invalid or too many days, 404 for a shop that is not the tenant's
 */
export async function listListingChanges(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  { from, to, shops, platform }: ListingChangesQuery,
): Promise<ListingChange[]> {
  validateDays({ from, to });
  if (countDays(from, to) > maxDays) throw tooManyDaysProblem();
  const scope = await readScope(database, tenantId, {
    ...(shops !== undefined && { shops }),
    ...(platform !== undefined && { platform }),
  });
  const rows = await database.tenantRead<ChangeRow>(tenantId, listChangesStatement, [
    tenantId,
    scope.chosen.map(({ shopId }) => shopId),
    from,
    to,
  ]);
  return rows.map(({ day, shopId, name, kind, currency, priceE4, previousPriceE4 }) => ({
    day,
    shop: shopId,
    name,
    kind,
    currency,
    price: priceE4 === null ? null : toDecimal(priceE4),
    previousPrice: previousPriceE4 === null ? null : toDecimal(previousPriceE4),
  }));
}

const tooManyDaysProblem = () =>
  new Problem(400, 'too_many_days', {
    vi: `Hãy chọn tối đa ${maxDays} ngày.`,
    en: `Choose at most ${maxDays} days.`,
  });
