import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReportSummary } from '@seller-connect/contract';
import { metricOrderFilters } from '@seller-connect/contract/metric-orders';
import { HeroMetric, MetricRow, TextLink } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { CardError } from '../CardError.tsx';
import { summaryQuery } from '../queries.ts';
import { LagNote, isChanged, toTile, type MetricName } from './metrics.tsx';
import styles from './MetricTiles.module.css';
import { texts } from '../texts.ts';
import { ordersHref, reconcileHref, salesScope, type SalesScope } from '../filters/drillDown.ts';
import {
  explainedMetrics,
  hasTargets,
  secondComparison,
  type ReportFilters,
} from '../filters/filters.ts';

/** Loaded after the metrics: the targets of the month. */
const MonthTarget = lazyBlock(() => import('../targets/MonthTarget.tsx'), null);

export interface MetricTilesProps {
  readonly summary: UseQueryResult<ReportSummary>;
  readonly filters: ReportFilters;
  readonly live: boolean;
  /** Explains the change of a metric. */
  readonly onExplain: (metric: MetricName) => void;
}

/**
 * GMV with its exact amount, then the other metrics of the period. Previous values stay while new ones load and if the
 * request fails.
 */
export function MetricTiles({ summary, filters, live, onExplain }: MetricTilesProps) {
  const { data, error, isPlaceholderData } = summary;
  const scope = salesScope(filters, summary);
  const second = secondComparison(filters);
  const other = useQuery({
    ...summaryQuery(second ?? filters, live),
    enabled: second !== null,
  });
  // The second comparison of other filters would stand beside these values.
  const compared = second && !other.isPlaceholderData ? other.data : undefined;
  const propsOf = (name: MetricName) => ({
    metric: name,
    name: texts.metrics[name].name,
    href: data && ordersBehind(name, data, scope),
    info: {
      label: texts.aboutMetric(texts.metrics[name].name),
      content: <MetricInfo text={texts.metrics[name].about} summary={data} scope={scope} />,
    },
    content: toTile(name, data, isPlaceholderData, compared),
    explain:
      data && isChanged(data.metrics[name])
        ? { text: texts.explain, onOpen: () => onExplain(name) }
        : undefined,
  });
  const [hero, ...others] = explainedMetrics;
  return (
    <section
      className={styles.frame}
      aria-label={texts.metricsLabel}
      data-period-from={data?.period.from}
      data-period-to={data?.period.to}
    >
      {error && <CardError title={texts.metricsFailed} query={summary} />}
      {(data || !error) && (
        <>
          <HeroMetric {...propsOf(hero)} />
          <div
            className={styles.others}
            data-compared-twice={second || filters.period === 'today' ? '' : undefined}
          >
            {others.map((name) => (
              <MetricRow key={name} {...propsOf(name)} />
            ))}
          </div>
          {/* Targets are of all shops or one. */}
          {hasTargets(filters) && (
            <div className={styles.target}>
              {data && (
                <MonthTarget filters={filters} currency={data.currency} timeZone={data.timeZone} />
              )}
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** Returns the address of the orders behind a metric, or undefined without a value. */
function ordersBehind(
  name: MetricName,
  report: ReportSummary,
  scope: SalesScope,
): string | undefined {
  if (report.metrics[name].value === null) return undefined;
  const { basis: _basis, ...part } = metricOrderFilters[name];
  return ordersHref(scope, report.period, part);
}

interface MetricInfoProps {
  readonly text: string;
  readonly summary: ReportSummary | undefined;
  readonly scope: SalesScope;
}

function MetricInfo({ text, summary, scope }: MetricInfoProps) {
  const asOf = summary?.asOf;
  return (
    <>
      <p>{text}</p>
      <p>{texts.basis}</p>
      {typeof asOf === 'string' && <p>{texts.asOf(formats.dateTime(asOf, summary?.timeZone))}</p>}
      <LagNote seconds={summary?.lagSeconds} />
      {summary && scope && (
        <p>
          <TextLink href={reconcileHref(scope, summary.period)}>{texts.whyDiffers}</TextLink>
        </p>
      )}
    </>
  );
}
