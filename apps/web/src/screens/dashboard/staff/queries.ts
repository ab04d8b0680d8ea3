import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';

/** Rows of each list; the screens behind them have the rest. */
export const maxRows = 5;

const changedBrands = { sort: '-updatedAt', pageSize: maxRows } as const;
const changedPrices = { sort: '-validFrom', pageSize: maxRows } as const;

/** The brands that were changed last. */
export const changedBrandsQuery = queryOptions({
  ...endpointQuery('listBrands', { query: changedBrands }),
  // Other staff change brands and prices too.
  staleTime: 0,
});

/** The prices that apply since the latest day. */
export const changedPricesQuery = queryOptions({
  ...endpointQuery('listPrices', { query: changedPrices }),
  staleTime: 0,
});

/** Brands with prices, and the brands that may have some. */
export const pricedBrandsQuery = queryOptions({
  ...endpointQuery('pricedBrands'),
  staleTime: 0,
});
