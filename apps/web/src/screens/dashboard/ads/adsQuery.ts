import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { core } from '../../../api/index.ts';
import { queryKey } from '../../../api/queries/queryKeys.ts';
import { queryOf, type ReportView } from '../filters/filters.ts';

/** What ads cost in the period; `live` while a synchronisation is running. */
export function adsQuery(view: ReportView, live: boolean) {
  const query = queryOf(view);
  return queryOptions({
    queryKey: queryKey('reportAds', query),
    queryFn: ({ signal }) => core().call('reportAds', { query, signal, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: live ? 4_000 : 60_000,
  });
}
