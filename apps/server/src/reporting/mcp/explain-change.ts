import type { ReportQuery } from '@seller-connect/contract';
import { metricFieldName } from '@seller-connect/contract/metrics';
import type { LocalizedText } from '../../platform/http/problem.ts';
import { explainChange } from '../explain/explain-change.ts';
import { readScope } from '../metrics/scope.ts';
import { resolveToolPeriod } from './periods.ts';
import { reportLink } from './screen-link.ts';
import type { ToolContext } from './tool-context.ts';
import type { ExplainChangeInput, ExplainChangeOutput } from './tool-schemas.ts';

const units = {
  gmv: 'money',
  net_sales: 'money',
  orders: 'count',
  units: 'count',
  aov: 'money',
  cancellation_rate: 'percent',
} as const;

/** Answers `explain_change` with the explanation that the report itself gives. */
export async function explainChangeOfPeriod(
  context: ToolContext,
  input: ExplainChangeInput,
): Promise<ExplainChangeOutput> {
  const { metric, compare, currency } = input;
  const shops = input.shops?.join(',');
  const scope = { ...(shops && { shops }), ...(currency !== undefined && { currency }) };
  const { timeZone } = await readScope(context.database, context.tenantId, scope);
  // Refuses a name together with days.
  const { period: days } = resolveToolPeriod(input, context.now(), timeZone);
  const query: ReportQuery = {
    ...scope,
    ...(input.period !== undefined && { period: input.period }),
    ...(input.from !== undefined && { from: input.from }),
    ...(input.to !== undefined && { to: input.to }),
    ...(compare && { compare }),
  };
  const explained = await explainChange(context, context.tenantId, {
    ...query,
    metric: metricFieldName(metric),
  });
  const { previous, value, previousValue, difference, daysLoading } = explained;
  return {
    metric,
    unit: units[metric],
    currency: explained.currency,
    timeZone,
    period: { from: days.from, to: days.to },
    comparedWith: { from: previous.from, to: previous.to },
    until: previous.until,
    value,
    previous: previousValue,
    difference,
    notices: [
      ...(daysLoading > 0 ? [loadingNotice(daysLoading)] : []),
      ...(explained.previousReason === 'not_read' ? [previousNotRead] : []),
    ].map((notice) => notice[context.language]),
    splits: explained.splits.map(({ by, parts }) => ({
      by,
      parts: parts.map((part) => ({
        kind: part.kind,
        name: part.name,
        sellerSku: part.sellerSku,
        difference: part.difference,
        value: part.value,
        previous: part.previous,
      })),
    })),
    ...reportLink(context.appOrigin, query, explained.currency),
  };
}

const loadingNotice = (days: number): LocalizedText => ({
  vi: `${days} ngày của kỳ chưa đồng bộ xong, nên số liệu còn có thể tăng.`,
  en: `${days} days of the period are not completely synced, so the figures can still rise.`,
});

const previousNotRead: LocalizedText = {
  vi: 'Kỳ trước chưa đồng bộ xong nên chưa giải thích được thay đổi.',
  en: 'The previous period isn’t completely synced, so the change can’t be explained yet.',
};
