import type { Platform } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/http/problem.ts';

export interface ScopeShop {
  shopId: string;
  name: string;
  platform: Platform;
  currency: string;
  timeZone: string;
  /** The currencies that the shop has sold in, with the first and last day with an order in each. */
  sales: { currency: string; firstDay: string; lastDay: string }[];
}

/** The shops of a report, in one currency. */
export interface Scope {
  shops: ScopeShop[];
  /** The requested shops, or all of them, whatever currency they sell in. */
  chosen: ScopeShop[];
  currency: string;
  currencies: string[];
  timeZone: string;
  firstDay: string | null;
  lastDay: string | null;
}

type Row = Omit<ScopeShop, 'sales'> & {
  soldIn: string | null;
  firstDay: string | null;
  lastDay: string | null;
};

const readShopsStatement = sql(
  'reporting.scope',
  `select s.shop_id, s.name, s.platform, s.currency, s.time_zone, c.currency as sold_in,
          (select a.day from reporting.agg_shop_day a
            where a.tenant_id = $1 and a.shop_id = s.shop_id and a.currency = c.currency
            order by a.day limit 1) as first_day,
          (select a.day from reporting.agg_shop_day a
            where a.tenant_id = $1 and a.shop_id = s.shop_id and a.currency = c.currency
            order by a.day desc limit 1) as last_day
     from reporting.shop s
     left join reporting.shop_currency c on c.tenant_id = s.tenant_id and c.shop_id = s.shop_id
    where s.tenant_id = $1
    order by s.name, s.shop_id`,
);

/** Condition of a table by shop and currency; `scopeValues` are its values. */
export const scopeFilter = `tenant_id = $1 and shop_id = any($2::uuid[]) and currency = $3`;

export function scopeValues(tenantId: string, scope: Scope): [string, string[], string] {
  return [tenantId, scope.shops.map((shop) => shop.shopId), scope.currency];
}

/** Defaults for teams without shops: the product's first market. */
const defaultCurrency = 'VND';
const defaultTimeZone = 'Asia/Ho_Chi_Minh';

/**
 * Resolves the shops, the currency and the time zone of a report. The default currency is the one that most of the
 * shops sell in; ties go to the one with the latest sale.
 * @throws Problem 404 for a shop that is not the tenant's, 400 for a currency that no shop sells in
 */
export async function readScope(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  request: { shops?: string; platform?: Platform; currency?: string },
): Promise<Scope> {
  const rows = await database.tenantRead<Row>(tenantId, readShopsStatement, [tenantId]);
  const known = new Map<string, ScopeShop>();
  for (const { soldIn: currency, firstDay, lastDay, ...row } of rows) {
    const shop = known.getOrInsertComputed(row.shopId, () => ({ ...row, sales: [] }));
    if (currency && firstDay && lastDay) shop.sales.push({ currency, firstDay, lastDay });
  }
  const chosen = selectShops(known, request.shops).filter(
    (shop) => request.platform === undefined || shop.platform === request.platform,
  );
  return buildScope(chosen, request.currency);
}

/** Like `readScope`, for ad accounts. Their currency is the one they are charged in. */
export function accountScope(
  accounts: readonly (Omit<ScopeShop, 'shopId' | 'sales'> & { accountId: string })[],
  currency: string | undefined,
): Scope {
  const shops = accounts.map(({ accountId, ...account }) => ({
    ...account,
    shopId: accountId,
    sales: [],
  }));
  return buildScope(shops, currency);
}

export function shopNotFoundProblem(): Problem {
  return new Problem(404, 'shop_unknown', {
    vi: 'Không tìm thấy gian hàng này trong tài khoản của bạn.',
    en: 'We couldn’t find this shop in your account.',
  });
}

/** Parses comma-separated shop ids. @throws Problem 404 for what is no id */
export function parseShopIds(shops: string | undefined): string[] {
  const ids = new Set((shops ?? '').split(',').map((id) => id.trim().toLowerCase()));
  ids.delete('');
  if ([...ids].some((id) => !isUuid(id))) throw shopNotFoundProblem();
  return [...ids];
}

function selectShops(
  known: ReadonlyMap<string, ScopeShop>,
  requestedIds: string | undefined,
): ScopeShop[] {
  const ids = parseShopIds(requestedIds);
  if (ids.length === 0) return [...known.values()];
  return ids.map((id) => {
    const shop = known.get(id);
    if (!shop) throw shopNotFoundProblem();
    return shop;
  });
}

function buildScope(shops: ScopeShop[], requestedCurrency: string | undefined): Scope {
  const sold = Map.groupBy(
    shops.flatMap((shop) => shop.sales),
    (sale) => sale.currency,
  );
  const sellers = (currency: string) => sold.get(currency)?.length ?? 0;
  const latest = (currency: string) =>
    (sold.get(currency) ?? []).reduce((day, sale) => (sale.lastDay > day ? sale.lastDay : day), '');
  const soldCurrencies = sold.size > 0 ? sold.keys() : shops.map((shop) => shop.currency);
  const currencies = [...new Set(soldCurrencies)].toSorted(
    (a, b) => sellers(b) - sellers(a) || latest(b).localeCompare(latest(a)) || a.localeCompare(b),
  );
  if (
    requestedCurrency !== undefined &&
    currencies.length > 0 &&
    !currencies.includes(requestedCurrency)
  ) {
    throw new Problem(
      400,
      'currency_unknown',
      {
        vi: `Không có gian hàng nào bán bằng ${requestedCurrency}.`,
        en: `None of your shops sell in ${requestedCurrency}.`,
      },
      { currencies },
    );
  }
  const currency = requestedCurrency ?? currencies[0] ?? defaultCurrency;
  const currencySales = sold.get(currency) ?? [];
  // A shop without sales belongs to the report in its own currency.
  const inScope = shops.filter((shop) =>
    shop.sales.length > 0
      ? shop.sales.some((sale) => sale.currency === currency)
      : shop.currency === currency,
  );
  const firstDays = currencySales.map((span) => span.firstDay).toSorted();
  const lastDays = currencySales.map((span) => span.lastDay).toSorted();
  return {
    shops: inScope,
    chosen: shops,
    currency,
    currencies,
    timeZone: commonValue(inScope.map((shop) => shop.timeZone)) ?? defaultTimeZone,
    firstDay: firstDays[0] ?? null,
    lastDay: lastDays.at(-1) ?? null,
  };
}

function commonValue(values: readonly string[]): string | null {
  const counted = [...Map.groupBy(values, (value) => value)];
  counted.sort(([a, as], [b, bs]) => bs.length - as.length || a.localeCompare(b));
  return counted[0]?.[0] ?? null;
}
