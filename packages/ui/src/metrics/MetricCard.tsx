import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { TextLink } from '../actions/TextLink.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { classNames } from '../classNames.ts';
import { AlertCircleIcon } from '../icons/statusIcons.tsx';
import { InfoButton } from '../overlays/InfoButton.tsx';
import { Tooltip } from '../overlays/Tooltip.tsx';
import { MetricChange, type MetricChangeProps } from './MetricChange.tsx';
import styles from './MetricCard.module.css';

export interface ReadyMetric {
  readonly state: 'ready';
  /** As shown, such as “1,25 tỷ”; the unit stands beside it, quietly. */
  readonly short: string;
  readonly unit?: string | undefined;
  /** Every digit, with its unit: shown on focus and under the pointer. */
  readonly exact: string;
  /** The bare value as a decimal string, for `data-value`. */
  readonly value: string;
  readonly change?: MetricChangeProps | undefined;
  /** What the change is measured against; the compared dates. */
  readonly against?: string | undefined;
  /** It will still grow: how much is missing. */
  readonly partial?: string | undefined;
  /** At the bottom: a sparkline of the same period, or what else there is to say. */
  readonly foot?: ReactNode;
  /** A newer value is on its way; this one stays until then. */
  readonly refreshing?: boolean;
}

export type MetricContent =
  | { readonly state: 'loading' }
  | ReadyMetric
  /** There is no figure: a dash and why. */
  | { readonly state: 'missing'; readonly reason: string; readonly foot?: ReactNode }
  | {
      readonly state: 'failed';
      readonly reason: string;
      readonly retryLabel: string;
      readonly onRetry: () => void;
    };

export interface MetricCardProps {
  /** A stable name for the machine: `data-metric`. */
  readonly metric: string;
  readonly name: string;
  /** Where its name leads: to what the figure is made of. */
  readonly href?: string | undefined;
  /** Formula, basis and age of the figure, behind an info button of this name. */
  readonly info?: { readonly label: string; readonly content: ReactNode };
  readonly content: MetricContent;
  /** The one that matters most on its screen. */
  readonly leading?: boolean;
}

/** A figure with its name, its change and its course. Keeps its size in every state. */
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
  // A stop of the keyboard only where there is something to learn.
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
