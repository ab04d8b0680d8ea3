import type { BrandQuery } from '@seller-connect/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { catalogueClient, missingRecordStatuses } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';

/** Fetches a page of the brand list. */
export const brandsQuery = (query: BrandQuery) =>
  queryOptions({
    ...endpointQuery('listBrands', { query }),
    placeholderData: keepPreviousData,
    // Other staff change brands too.
    staleTime: 0,
  });

export const brandQuery = (code: string) =>
  queryOptions({
    ...endpointQuery('getBrand', { params: { code }, handleErrorLocally: missingRecordStatuses }),
    staleTime: 0,
    // A refetch could disturb a form in progress. A newer version is reported on save.
    refetchOnWindowFocus: false,
  });

export const historyQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('brandHistory', { code }),
    queryFn: ({ signal, pageParam }) =>
      catalogueClient().call('brandHistory', {
        params: { code },
        query: { page: pageParam, pageSize: 10 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) =>
      page * pageSize < total ? page + 1 : undefined,
    staleTime: 0,
  });
