import type { AlertPreview } from '@seller-connect/contract';
import { Quiet, Skeleton, VisuallyHidden } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useDebounced } from '../forms/useDebounced.ts';
import { formats } from '../i18n/index.ts';
import { LoadError } from '../loading/LoadError.tsx';
import styles from './alertRules.module.css';
import { formatValue } from './formatRule.ts';
import { previewQuery, type WatchedMetric } from './ruleQueries.ts';
import { texts } from './texts.ts';

const labels = texts.preview;
/** A pause in typing, after which the preview is read. */
const typingPauseMs = 400;
/** Days that the text names; the chart shows all. */
const maxNamedDays = 6;

/** On which of the last 60 days a rule would have alarmed. */
export function RulePreview({ watched }: { readonly watched: WatchedMetric | null }) {
  const debounced = useDebounced(watched, typingPauseMs);
  return (
    <section className={styles.preview} aria-label={labels.title}>
      <h3 className={styles.previewTitle}>{labels.title}</h3>
      {watched === null || debounced === null ? (
        <Quiet as="p">{labels.waiting}</Quiet>
      ) : (
        <Preview watched={debounced} />
      )}
    </section>
  );
}

function Preview({ watched }: { readonly watched: WatchedMetric }) {
  const query = useQuery(previewQuery(watched));
  const { data } = query;
  if (query.isError && !query.isFetching && !data) {
    return <LoadError explained title={labels.failed} query={query} />;
  }
  if (!data) return <Skeleton shape="row" count={2} />;
  const days = data.days.filter(({ isAlarm }) => isAlarm).map(({ day }) => formats.shortDay(day));
  const hasValues = data.days.some(({ value }) => value !== null);
  return (
    <>
      <p aria-live="polite">
        {hasValues ? labels.count(days.length) : labels.noData}{' '}
        {days.length > 0 && labels.on(formats.list(days.slice(-maxNamedDays).toReversed()))}
      </p>
      {hasValues && <Bars metric={watched.metric} preview={data} />}
      {watched.condition.period === 'today' && <Quiet as="p">{labels.wholeDays}</Quiet>}
    </>
  );
}

interface BarsProps {
  readonly metric: WatchedMetric['metric'];
  readonly preview: AlertPreview;
}

/** A bar for each day, with a mark above those that would have alarmed. Heights only; the text has the figures. */
function Bars({ metric, preview: { days, currency } }: BarsProps) {
  const sizes = days.flatMap(({ value, low, high }) => [value, low, high].map(Number));
  const max = Math.max(...sizes, 0) || 1;
  const first = days[0];
  const last = days.at(-1);
  return (
    <figure className={styles.chart}>
      <VisuallyHidden>{labels.chart(texts.metrics[metric])}</VisuallyHidden>
      <ol className={styles.bars}>
        {days.map(({ day, value, low, high, isAlarm }) => {
          const valueText = value === null ? '–' : formatValue(metric, value, currency);
          const text = labels.day(formats.day(day), valueText, isAlarm);
          const style: CSSProperties & Record<`--${string}`, string> = {
            '--height': `${(Number(value) / max) * 100}%`,
            '--limit': `${(Number(high ?? low) / max) * 100}%`,
          };
          return (
            <li
              key={day}
              style={style}
              title={text}
              data-alarm={isAlarm || undefined}
              data-limit={high !== null || low !== null || undefined}
            >
              <VisuallyHidden>{text}</VisuallyHidden>
            </li>
          );
        })}
      </ol>
      <div className={styles.axis} aria-hidden="true">
        <span>{first && formats.shortDay(first.day)}</span>
        <span>{last && formats.shortDay(last.day)}</span>
      </div>
    </figure>
  );
}
