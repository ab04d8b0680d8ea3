import type { Price, PriceBrand, PriceQuery } from '@seller-connect/contract';
import type { SelectOption } from '@seller-connect/ui';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { missingRecordStatuses } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { listQuery } from '../../lists/listQuery.ts';
import { texts } from './texts.ts';

export const pricesQuery = (query: PriceQuery) => listQuery('listPrices', { query });

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

/** Puts the price that a save returned into the query cache. */
export function cachePrice(queries: QueryClient, price: Price): void {
  queries.setQueryData(priceQuery(price.sku).queryKey, price);
}
