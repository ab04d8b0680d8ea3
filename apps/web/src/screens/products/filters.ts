import type { ListingFilter, ListingQuery, ListingSort } from '@seller-connect/contract';
import { parseShopId } from '../../shops/shopFilter.ts';
import {
  formatParams,
  parseChoice,
  parsePage,
  parseSearchText,
  omitNullish,
  sortsOf,
} from '../../lists/listParams.ts';
import {
  columnParams,
  parseColumns,
  type ColumnChoice,
  type ColumnSet,
} from '../../lists/columns/columns.ts';
import type { UrlFilters } from '../../lists/useUrlState.ts';

/** Tabs of the list, in their order. */
export const stockTabs = ['all', 'lowStock', 'soldOut'] as const;
export type StockTab = (typeof stockTabs)[number];

const columnIds = [
  'name',
  'sku',
  'shop',
  'price',
  'listPrice',
  'stock',
  'cover',
  'status',
  'changedAt',
] as const;
export type ProductColumn = (typeof columnIds)[number];

export const productColumns: ColumnSet<ProductColumn> = {
  all: columnIds,
  initial: ['name', 'shop', 'price', 'stock', 'cover', 'changedAt'],
};

/** The fields of a file that have what a column shows. */
export const productFields: Readonly<Record<ProductColumn, readonly string[]>> = {
  name: ['product_name', 'seller_sku'],
  sku: ['seller_sku', 'sku_id'],
  shop: ['shop_name', 'platform'],
  price: ['price', 'special_price', 'currency'],
  listPrice: ['price', 'currency'],
  stock: ['stock'],
  cover: ['days_of_cover'],
  status: ['status', 'gone_at'],
  changedAt: ['updated_at'],
};

/** Filters of the product list. They are stored in the address, so that a shared link shows the same list. */
export interface ProductListFilters {
  readonly search: string;
  /** Restricts the list to one shop; null for all. */
  readonly shop: string | null;
  readonly stock: StockTab;
  readonly sort: ListingSort;
  readonly columns: ColumnChoice<ProductColumn>;
  readonly page: number;
}

export const sorts = sortsOf([
  'name',
  'price',
  'stock',
  'cover',
  'changedAt',
  'sku',
]) satisfies readonly ListingSort[];

export const productFilters: UrlFilters<ProductListFilters> = {
  parse: ({ q, shop, sort, page, ...search }) => ({
    search: parseSearchText(q),
    shop: parseShopId(shop),
    stock: stockTabs.find((tab) => search[tab] === '1') ?? 'all',
    sort: parseChoice(sorts, sort) ?? 'name',
    columns: parseColumns(productColumns, search),
    page: parsePage(page),
  }),
  toSearchParams: ({ search, shop, stock, sort, columns, page }) =>
    formatParams(
      {
        q: search,
        shop,
        ...(stock !== 'all' && { [stock]: true }),
        sort,
        ...columnParams(productColumns, columns),
        page,
      },
      { sort: 'name', page: 1 },
    ),
};

/** Returns the query of the API call. */
export function toQuery(filters: ProductListFilters): ListingQuery {
  return { ...toFilter(filters), page: filters.page };
}

/** Returns the same query without a page, for all matching products. */
export function toFilter({ search, shop, stock, sort }: ProductListFilters): ListingFilter {
  return {
    sort,
    ...omitNullish({ search: search.trim() || null, shop }),
    ...(stock === 'all' ? {} : { [stock]: true }),
  };
}
