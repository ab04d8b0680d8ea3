import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ExplainedMetric, ReportExplanation } from '@seller-connect/contract';
import { Button, ChartIcon, Dialog, EmptyState, Skeleton } from '@seller-connect/ui';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import { LoadError } from '../../../loading/LoadError.tsx';
import type { SalesScope } from '../filters/drillDown.ts';
import { toQuery, type ReportFilters } from '../filters/filters.ts';
import { brandName } from '../report/brandName.ts';
import { comparedDates, formatPeriod } from '../report/metrics.tsx';
import { metricFormat, roundTo } from './amounts.ts';
import styles from './ExplainPanel.module.css';
import { headline } from './headline.ts';
import { SplitList } from './SplitList.tsx';
import { texts } from './texts.ts';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';
import { pollingOptions } from '../queries.ts';

export interface ExplainPanelProps {
  readonly metric: ExplainedMetric;
  readonly filters: ReportFilters;
  readonly scope: SalesScope;
  readonly live: boolean;
  /** Explains the metric of one shop, or again of all shops. */
  readonly onShop: (shopId: string | undefined) => void;
  /** Explains one brand; absent where there are none. */
  readonly onBrand?: (brand: string | undefined) => void;
  readonly onClose: () => void;
}

/** Explains why a metric changed, beside the report. */
export default function ExplainPanel({
  metric,
  filters,
  scope,
  live,
  onShop,
  onBrand,
  onClose,
}: ExplainPanelProps) {
  const query = useQuery(explanationQuery(filters, metric, live));
  const { data, error } = query;
  const { explainBrand: brand } = filters;
  const name =
    brand === undefined
      ? texts.metrics[metric]
      : texts.ofBrand(texts.metrics[metric], brandName(brand));
  return (
    <Dialog open side title={texts.title(name)} closeLabel={sharedTexts.close} onClose={onClose}>
      {error && !data && <LoadError title={texts.failed} query={query} explained />}
      {!data && !error && <Skeleton shape="row" count={8} />}
      {data && (
        <>
          {(filters.shop !== undefined || brand !== undefined) && (
            <div>
              {filters.shop !== undefined && (
                <Button size="small" variant="quiet" onClick={() => onShop(undefined)}>
                  {texts.allShops}
                </Button>
              )}
              {brand !== undefined && onBrand && (
                <Button size="small" variant="quiet" onClick={() => onBrand(undefined)}>
                  {texts.allBrands}
                </Button>
              )}
            </div>
          )}
          <Explanation
            explanation={data}
            metricName={name}
            scope={scope}
            onShop={filters.shop === undefined ? onShop : undefined}
            onBrand={brand === undefined ? onBrand : undefined}
          />
        </>
      )}
    </Dialog>
  );
}

interface ExplanationProps {
  readonly explanation: ReportExplanation;
  readonly metricName: string;
  readonly scope: SalesScope;
  readonly onShop: ((shopId: string) => void) | undefined;
  readonly onBrand: ((brand: string) => void) | undefined;
}

function Explanation({ explanation, metricName, scope, onShop, onBrand }: ExplanationProps) {
  const { metric, period, previous, splits, daysLoading, difference, againstWholeDay } =
    explanation;
  const missing = missingComparison(explanation);
  if (missing !== null) {
    return (
      <EmptyState icon={<ChartIcon size={20} />} tone="quiet" title={texts.none.title}>
        {missing}
      </EmptyState>
    );
  }
  return (
    <div className={styles.explanation} data-difference={difference}>
      <p className={styles.headline}>{headline(explanation, metricName)}</p>
      <Values explanation={explanation} />
      <p className={styles.quiet}>
        {formatPeriod(period)} · {comparedDates(previous)}
        {againstWholeDay && ` · ${texts.wholeDay}`}
        {daysLoading > 0 && ` · ${texts.loading(daysLoading)}`}
      </p>
      {splits.map((split) => (
        <SplitList
          // A remount collapses the list again.
          key={`${split.by} ${metric}`}
          split={split}
          explanation={explanation}
          scope={scope}
          onShop={onShop}
          onBrand={onBrand}
        />
      ))}
    </div>
  );
}

/** Returns why there is nothing to explain, or null if there is. */
function missingComparison(explanation: ReportExplanation): string | null {
  const { difference, reason, previousReason, value, previousValue, splits } = explanation;
  if (difference === null) return texts.none[reason ?? previousReason ?? 'no_orders'];
  const isZero = toE4(value) === 0n && toE4(previousValue) === 0n;
  return isZero && splits.length === 0 ? texts.none.nothing : null;
}

/** Both values and their difference, rounded as they are shown. */
function Values({ explanation }: { readonly explanation: ReportExplanation }) {
  const { value, previousValue } = explanation;
  const format = metricFormat(explanation);
  const round = (amount: string | null) => roundTo(toE4(amount), format.unitE4);
  const entries = [
    [texts.now, format.value(value ?? '0')],
    [texts.before, format.value(previousValue ?? '0')],
    [texts.difference, format.difference(round(value) - round(previousValue))],
  ];
  return (
    <dl className={styles.values}>
      {entries.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function explanationQuery(filters: ReportFilters, metric: ExplainedMetric, live: boolean) {
  const { explainBrand: brand } = filters;
  const query = { ...toQuery(filters), metric, ...(brand === undefined ? {} : { brand }) };
  // The explanation of other shops or of another metric would be wrong in place of this one.
  const { placeholderData: _previous, ...polling } = pollingOptions(live);
  return queryOptions({
    ...endpointQuery('reportExplanation', { query, background: true }),
    ...polling,
  });
}
