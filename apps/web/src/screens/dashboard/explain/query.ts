import { queryOptions } from '@tanstack/react-query';
import type { ExplainedMetric } from '@seller-connect/contract';
import { coreClient } from '../../../api/index.ts';
import { queryKey } from '../../../api/queries/queryKeys.ts';
import { toQuery, type ReportFilters } from '../filters/filters.ts';
import { pollingOptions } from '../queries.ts';

export function explanationQuery(filters: ReportFilters, metric: ExplainedMetric, live: boolean) {
  const { explainBrand: brand } = filters;
  const query = { ...toQuery(filters), metric, ...(brand === undefined ? {} : { brand }) };
  // The explanation of other shops or of another metric would be wrong in place of this one.
  const { placeholderData: _previous, ...polling } = pollingOptions(live);
  return queryOptions({
    queryKey: queryKey('reportExplanation', query),
    queryFn: ({ signal }) =>
      coreClient().call('reportExplanation', { query, signal, background: true }),
    ...polling,
  });
}
