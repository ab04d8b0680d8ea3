import type { Price, PriceBrand, PriceQuery } from '@seller-connect/contract';
import type { SelectOption } from '@seller-connect/ui';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { catalogueClient, missingRecordStatuses } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { texts } from './texts.ts';

/** Fetches a page of the price list. */
export const pricesQuery = (query: PriceQuery) =>
  queryOptions({
    ...endpointQuery('listPrices', { query }),
    placeholderData: keepPreviousData,
    // Other staff change prices too.
    staleTime: 0,
  });

/** The brands for the filter and the form. */
export const pricedBrandsQuery = endpointQuery('pricedBrands');

/** Returns the brands to which a product may be assigned, including its current one even if inactive. */
export function brandOptions(
  choices: readonly PriceBrand[],
  current?: PriceBrand,
): SelectOption<string>[] {
  const known = choices.some((brand) => brand.code === current?.code);
  const list = current && !known ? [current, ...choices] : choices;
  return list.map(({ code, name, status }) => ({
    value: code,
    label: status === 'Active' ? name : texts.inactiveBrand(name),
  }));
}

export const priceQuery = (sku: string) =>
  queryOptions({
    ...endpointQuery('getPrice', { params: { sku }, handleErrorLocally: missingRecordStatuses }),
    staleTime: 0,
    // A refetch could disturb a form in progress. A newer version is reported on save.
    refetchOnWindowFocus: false,
  });

export const historyQuery = (sku: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('priceHistory', { sku }),
    queryFn: ({ signal, pageParam }) =>
      catalogueClient().call('priceHistory', {
        params: { sku },
        query: { page: pageParam, pageSize: 10 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) =>
      page * pageSize < total ? page + 1 : undefined,
    staleTime: 0,
  });

/** Puts the price that a save returned into the query cache. */
export function cachePrice(queries: QueryClient, price: Price): void {
  queries.setQueryData(priceQuery(price.sku).queryKey, price);
}
