import { queryOptions } from '@tanstack/react-query';
import { catalogueClient } from '../../../api/index.ts';
import { queryKey } from '../../../api/queries/queryKeys.ts';

/** Rows of each list; the screens behind them have the rest. */
export const maxRows = 5;

const changedBrands = { sort: '-updatedAt', pageSize: maxRows } as const;
const changedPrices = { sort: '-validFrom', pageSize: maxRows } as const;

/** The brands that were changed last. */
export const changedBrandsQuery = queryOptions({
  queryKey: queryKey('listBrands', changedBrands),
  queryFn: ({ signal }) => catalogueClient().call('listBrands', { query: changedBrands, signal }),
  // Other staff change brands and prices too.
  staleTime: 0,
});

/** The prices that apply since the latest day. */
export const changedPricesQuery = queryOptions({
  queryKey: queryKey('listPrices', changedPrices),
  queryFn: ({ signal }) => catalogueClient().call('listPrices', { query: changedPrices, signal }),
  staleTime: 0,
});

/** Brands with prices, and the brands that may have some. */
export const pricedBrandsQuery = queryOptions({
  queryKey: queryKey('pricedBrands'),
  queryFn: ({ signal }) => catalogueClient().call('pricedBrands', { signal }),
  staleTime: 0,
});
