import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { coreClient } from '../../../api/index.ts';
import { queryKey } from '../../../api/queries/queryKeys.ts';
import { toQuery, type ReportFilters } from '../filters/filters.ts';

/** The ad metrics of the period. `live` is true while a sync is running. */
export function adsQuery(filters: ReportFilters, live: boolean) {
  const query = toQuery(filters);
  return queryOptions({
    queryKey: queryKey('reportAds', query),
    queryFn: ({ signal }) => coreClient().call('reportAds', { query, signal, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: live ? 4_000 : 60_000,
  });
}
