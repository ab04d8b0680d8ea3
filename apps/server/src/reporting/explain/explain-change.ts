import type { ReportExplanation } from '@seller-connect/contract';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { explainAdSpend } from './explain-ad-spend.ts';
import { explainPayouts } from './explain-payouts.ts';
import { explainSales } from './explain-sales.ts';
import type { ExplanationQuery } from './parts.ts';

/**
 * Splits the change of a metric. The values are those of the report that shows the metric, and each split adds up to
 * their difference exactly.
 * @throws Problem 400 or 404 for an invalid query
 */
export async function explainChange(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ExplanationQuery,
): Promise<ReportExplanation> {
  const { metric, ...rest } = query;
  switch (metric) {
    case 'payout':
    case 'fees':
      return explainPayouts(dependencies, tenantId, { ...rest, metric });
    case 'adSpend':
      return explainAdSpend(dependencies, tenantId, rest);
    case 'gmv':
    case 'netSales':
    case 'orders':
    case 'units':
    case 'aov':
    case 'cancellationRate':
      return explainSales(dependencies, tenantId, { ...rest, metric });
  }
}
