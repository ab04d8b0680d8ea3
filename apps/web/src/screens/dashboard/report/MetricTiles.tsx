import type { UseQueryResult } from '@tanstack/react-query';
import type { ReportSummary } from '@seller-connect/contract';
import { ordersOfFigure } from '@seller-connect/contract/metric-orders';
import { FigureGrid, FigureTile, TextLink } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { BlockFailure } from '../CardError.tsx';
import { figureNames, tileOf, type FigureName } from './metrics.tsx';
import styles from './MetricTiles.module.css';
import { texts } from '../texts.ts';
import {
  ordersHref,
  reconcileHref,
  scopeOf,
  type ReportView,
  type SalesScope,
} from '../filters/filters.ts';

export interface FigureTilesProps {
  readonly summary: UseQueryResult<ReportSummary>;
  readonly view: ReportView;
}

/** The six figures of the period. Old ones stay while new ones load, and when those fail. */
export function FigureTiles({ summary, view }: FigureTilesProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = summary;
  const scope = scopeOf(view, summary);
  return (
    <section
      className={styles.frame}
      aria-label={texts.figuresLabel}
      data-period-from={data?.period.from}
      data-period-to={data?.period.to}
    >
      {error && (
        <BlockFailure
          title={texts.figuresFailed}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {(data || !error) && (
        <FigureGrid>
          {figureNames.map((name) => (
            <FigureTile
              key={name}
              figure={name}
              name={texts.figures[name].name}
              href={data && ordersBehind(name, data, scope)}
              info={{
                label: texts.aboutFigure(texts.figures[name].name),
                content: <About text={texts.figures[name].about} summary={data} scope={scope} />,
              }}
              content={tileOf(name, data, isPlaceholderData)}
            />
          ))}
        </FigureGrid>
      )}
    </section>
  );
}

/** Where the orders that a figure is made of are listed; nowhere without a figure. */
function ordersBehind(
  name: FigureName,
  report: ReportSummary,
  scope: SalesScope,
): string | undefined {
  if (report.figures[name].value === null) return undefined;
  const { basis: _basis, ...part } = ordersOfFigure[name];
  return ordersHref(scope, report.period, part);
}

interface AboutProps {
  readonly text: string;
  readonly summary: ReportSummary | undefined;
  readonly scope: SalesScope;
}

function About({ text, summary, scope }: AboutProps) {
  const asOf = summary?.asOf;
  return (
    <>
      <p>{text}</p>
      <p>{texts.basis}</p>
      {typeof asOf === 'string' && <p>{texts.asOf(formats.dateTime(asOf, summary?.timeZone))}</p>}
      {summary && scope && (
        <p>
          <TextLink href={reconcileHref(scope, summary.period)}>{texts.whyDiffers}</TextLink>
        </p>
      )}
    </>
  );
}
