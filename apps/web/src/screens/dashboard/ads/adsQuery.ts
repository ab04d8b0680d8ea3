import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';
import { toQuery, type ReportFilters } from '../filters/filters.ts';

/** The ad metrics of the period. `live` is true while a sync is running. */
export function adsQuery(filters: ReportFilters, live: boolean) {
  return queryOptions({
    ...endpointQuery('reportAds', { query: toQuery(filters), background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: live ? 4_000 : 60_000,
  });
}
