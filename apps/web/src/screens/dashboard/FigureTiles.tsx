import type { UseQueryResult } from '@tanstack/react-query';
import type { ReportSummary } from '@seller-connect/contract';
import { FigureGrid, FigureTile, TextLink } from '@seller-connect/ui';
import { formats } from '../../texts/index.ts';
import { BlockFailure } from './BlockFailure.tsx';
import { figureNames, tileOf } from './figures.tsx';
import styles from './FigureTiles.module.css';
import { texts } from './texts.ts';
import { reconcileHref, type ReportView } from './view.ts';

export interface FigureTilesProps {
  readonly summary: UseQueryResult<ReportSummary>;
  readonly view: ReportView;
}

/** The six figures of the period. Old ones stay while new ones load, and when those fail. */
export function FigureTiles({ summary, view }: FigureTilesProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = summary;
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
              info={{
                label: texts.aboutFigure(texts.figures[name].name),
                content: <About text={texts.figures[name].about} summary={data} view={view} />,
              }}
              content={tileOf(name, data, isPlaceholderData)}
            />
          ))}
        </FigureGrid>
      )}
    </section>
  );
}

interface AboutProps {
  readonly text: string;
  readonly summary: ReportSummary | undefined;
  readonly view: ReportView;
}

function About({ text, summary, view }: AboutProps) {
  const asOf = summary?.asOf;
  return (
    <>
      <p>{text}</p>
      <p>{texts.basis}</p>
      {typeof asOf === 'string' && <p>{texts.asOf(formats.dateTime(asOf, summary?.timeZone))}</p>}
      {summary && (
        <p>
          <TextLink href={reconcileHref(view, summary.period)}>{texts.whyDiffers}</TextLink>
        </p>
      )}
    </>
  );
}
