import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { TextLink } from '../actions/TextLink.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { classNames } from '../classNames.ts';
import { AlertCircleIcon } from '../icons/icons.ts';
import { InfoButton } from '../overlays/InfoButton.tsx';
import { Tooltip } from '../overlays/Tooltip.tsx';
import { MetricChange, type MetricChangeProps } from './MetricChange.tsx';
import styles from './MetricCard.module.css';

export interface ReadyMetric {
  readonly state: 'ready';
  /** Displayed value, such as “1,25 tỷ”. */
  readonly short: string;
  readonly unit?: string | undefined;
  /** Exact value with unit, shown in a tooltip. */
  readonly exact: string;
  /** The value as a decimal string, for `data-value`. */
  readonly value: string;
  readonly change?: MetricChangeProps | undefined;
  /** The comparison of the change, such as the compared dates. */
  readonly against?: string | undefined;
  /** Note on missing data: the value can still grow. */
  readonly partial?: string | undefined;
  /** Content at the bottom, such as a sparkline of the same period. */
  readonly foot?: ReactNode;
  /** A newer value is loading; the current one stays visible. */
  readonly refreshing?: boolean;
}

export type MetricContent =
  | { readonly state: 'loading' }
  | ReadyMetric
  /** No value: shows a dash and the reason. */
  | { readonly state: 'missing'; readonly reason: string; readonly foot?: ReactNode }
  | {
      readonly state: 'failed';
      readonly reason: string;
      readonly retryLabel: string;
      readonly onRetry: () => void;
    };

export interface MetricCardProps {
  /** Stable identifier for `data-metric`. */
  readonly metric: string;
  readonly name: string;
  /** Link of the name, to the breakdown of the value. */
  readonly href?: string | undefined;
  /** Formula, basis and age of the value, behind an info button. */
  readonly info?: { readonly label: string; readonly content: ReactNode };
  readonly content: MetricContent;
  /** Highlights the main metric of a screen. */
  readonly leading?: boolean;
}

/** A metric with its change and trend. All states have the same size. */
export function MetricCard({
  metric,
  name,
  href,
  info,
  content,
  leading = false,
}: MetricCardProps) {
  const ready = content.state === 'ready' ? content : null;
  return (
    <div
      className={classNames(styles.tile, leading && styles.leading)}
      role="group"
      aria-label={name}
      aria-busy={content.state === 'loading' || ready?.refreshing === true || undefined}
      data-metric={metric}
      data-state={content.state}
      data-value={ready?.value}
    >
      <div className={styles.head}>
        <span className={styles.name}>
          {href === undefined ? (
            name
          ) : (
            <TextLink quiet href={href}>
              {name}
            </TextLink>
          )}
        </span>
        {info && <InfoButton label={info.label}>{info.content}</InfoButton>}
      </div>
      <CardContent content={content} />
    </div>
  );
}

function CardContent({ content }: { readonly content: MetricContent }) {
  switch (content.state) {
    case 'loading':
      return (
        <>
          <div className={styles.figure}>
            <Skeleton shape="figure" />
          </div>
          <div className={styles.notes}>
            <span className={styles.changeToCome}>
              <Skeleton shape="line" />
            </span>
            <span className={styles.againstToCome}>
              <Skeleton shape="line" />
            </span>
          </div>
          <div className={styles.foot}>
            <Skeleton shape="spark" />
          </div>
        </>
      );
    case 'missing':
      return (
        <>
          <div className={styles.figure}>–</div>
          <div className={styles.notes}>{content.reason}</div>
          <div className={styles.foot}>{content.foot}</div>
        </>
      );
    case 'failed':
      return (
        <div className={styles.failed} role="alert">
          <p className={styles.reason}>
            <AlertCircleIcon />
            <span>{content.reason}</span>
          </p>
          <Button size="small" onClick={content.onRetry}>
            {content.retryLabel}
          </Button>
        </div>
      );
    case 'ready':
      return <ReadyContent content={content} />;
  }
}

const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function ReadyContent({ content }: { readonly content: ReadyMetric }) {
  const { short, unit, exact, change, against, partial, foot, refreshing } = content;
  // A tab stop is useful only if the tooltip adds something.
  const hasMoreDigits = collapseSpaces(exact) !== collapseSpaces([short, unit].join(' '));
  const shortValue = (
    <>
      <span className={styles.number}>{short}</span>
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </>
  );
  return (
    <>
      <div className={classNames(styles.figure, refreshing === true && styles.refreshing)}>
        {hasMoreDigits ? (
          <Tooltip content={exact}>{shortValue}</Tooltip>
        ) : (
          <span>{shortValue}</span>
        )}
      </div>
      <div className={styles.notes}>
        {change && <MetricChange {...change} />}
        {against !== undefined && <span className={styles.against}>{against}</span>}
      </div>
      {partial !== undefined && <div className={styles.partial}>{partial}</div>}
      <div className={styles.foot}>{foot}</div>
    </>
  );
}
