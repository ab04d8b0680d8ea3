import { queryOptions } from '@tanstack/react-query';
import type { ExplainedMetric } from '@seller-connect/contract';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';
import { toQuery, type ReportFilters } from '../filters/filters.ts';
import { pollingOptions } from '../queries.ts';

export function explanationQuery(filters: ReportFilters, metric: ExplainedMetric, live: boolean) {
  const { explainBrand: brand } = filters;
  const query = { ...toQuery(filters), metric, ...(brand === undefined ? {} : { brand }) };
  // The explanation of other shops or of another metric would be wrong in place of this one.
  const { placeholderData: _previous, ...polling } = pollingOptions(live);
  return queryOptions({
    ...endpointQuery('reportExplanation', { query, background: true }),
    ...polling,
  });
}
