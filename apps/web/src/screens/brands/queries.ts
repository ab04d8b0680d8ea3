import type { BrandQuery } from '@seller-connect/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { catalogue } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';

/** A failure is shown where the list would be. */
export const brandsQuery = (query: BrandQuery) =>
  queryOptions({
    queryKey: queryKey('listBrands', query),
    queryFn: ({ signal }) => catalogue().call('listBrands', { query, signal }),
    placeholderData: keepPreviousData,
    // Colleagues change brands too.
    staleTime: 0,
  });

export const brandQuery = (code: string) =>
  queryOptions({
    queryKey: queryKey('getBrand', code),
    queryFn: ({ signal }) => catalogue().call('getBrand', { params: { code }, signal }),
    staleTime: 0,
    // Somebody may be typing: a newer version is told when they save.
    refetchOnWindowFocus: false,
  });

export const historyQuery = (code: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('brandHistory', code),
    queryFn: ({ signal, pageParam }) =>
      catalogue().call('brandHistory', {
        params: { code },
        query: { page: pageParam, pageSize: 10 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) =>
      page * pageSize < total ? page + 1 : undefined,
    staleTime: 0,
  });
