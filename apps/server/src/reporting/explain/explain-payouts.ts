import type { ExplainedMetric, FeeClass, ReportExplanation } from '@seller-connect/contract';
import { sql } from '../../platform/database/database.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { reportMoney } from '../money/report-money.ts';
import { scopeValues } from '../metrics/scope.ts';
import { resolveReportScope } from '../reports/reports.ts';
import { comparedPart, explanationOf, type ExplanationQuery, type Part } from './parts.ts';
import { sumBy } from '../../platform/money.ts';

export type PayoutMetric = Extract<ExplainedMetric, 'payout' | 'fees'>;

/** Payout lines of one kind of a shop in a period and in the one that it is compared with. */
export interface ComparedLines {
  shopId: string;
  feeClass: FeeClass;
  /** The marketplace keeps it: a fee. */
  kept: boolean;
  amountE4: bigint;
  lines: bigint;
  previousAmountE4: bigint;
  previousLines: bigint;
}

/** Paid-out lines on the days $4 to $5 and $6 to $7. */
const comparedLines = sql(
  'reporting.compared_payout_lines',
  `select shop_id, fee_class, reporting.is_fee(fee_class) as kept,
          coalesce(sum(amount_e4) filter (where settled_day between $4 and $5), 0)::bigint as amount_e4,
          coalesce(sum(lines) filter (where settled_day between $4 and $5), 0)::bigint as lines,
          coalesce(sum(amount_e4) filter (where settled_day between $6 and $7), 0)::bigint as previous_amount_e4,
          coalesce(sum(lines) filter (where settled_day between $6 and $7), 0)::bigint as previous_lines
     from reporting.agg_fee_day
    where tenant_id = $1 and shop_id = any($2::uuid[]) and currency = $3
      and (settled_day between $4 and $5 or settled_day between $6 and $7)
    group by shop_id, fee_class`,
);

/** Splits the change of payouts or fees by shop and by kind of line. The values are those of `reportMoney`. */
export async function explainPayouts(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ExplanationQuery & { metric: PayoutMetric },
): Promise<ReportExplanation> {
  const { scope, past, previous } = await resolveReportScope(dependencies, tenantId, query);
  const [report, rows] = await Promise.all([
    reportMoney(dependencies, tenantId, query),
    dependencies.database.tenantRead<ComparedLines>(tenantId, comparedLines, [
      ...scopeValues(tenantId, scope),
      past.from,
      past.to,
      previous.from,
      previous.to,
    ]),
  ]);
  const compared = report[query.metric];
  return explanationOf(
    {
      metric: query.metric,
      currency: report.currency,
      period: report.period,
      previous: { ...previous, until: null },
      againstWholeDay: report.againstWholeDay,
      reason: report.reason,
      previousReason: report.reason ?? (compared.previous === null ? 'not_read' : null),
      daysLoading: report.daysLoading,
    },
    compared,
    splitPayouts(query.metric, rows),
    { shops: new Map(scope.shops.map((shop) => [shop.shopId, shop])) },
  );
}

/** Splits payouts, or fees as positive amounts, by shop and by kind of line. */
export function splitPayouts(metric: PayoutMetric, rows: readonly ComparedLines[]) {
  const own = metric === 'fees' ? rows.filter(({ kept }) => kept) : rows;
  const sign = metric === 'fees' ? -1n : 1n;
  const partsBy = <Key>(keyOf: (row: ComparedLines) => Key, partOf: (key: Key) => Part) =>
    [...Map.groupBy(own, keyOf)].map(([key, group]): Part => ({
      ...partOf(key),
      ...comparedPart(
        sign * sumBy(group, ({ amountE4 }) => amountE4),
        sign * sumBy(group, ({ previousAmountE4 }) => previousAmountE4),
      ),
      quantity: sumBy(group, ({ lines }) => lines),
      previousQuantity: sumBy(group, ({ previousLines }) => previousLines),
    }));
  return [
    {
      by: 'shop' as const,
      parts: partsBy(
        ({ shopId }) => shopId,
        (shopId) => ({ kind: 'shop', shopId, difference: 0n }),
      ),
    },
    {
      by: 'fee_class' as const,
      parts: partsBy(
        ({ feeClass }) => feeClass,
        (feeClass) => ({ kind: 'fee_class', feeClass, difference: 0n }),
      ),
    },
  ];
}
