import type { ReactNode } from 'react';
import { TextLink } from '../actions/TextLink.tsx';
import { InfoButton } from '../overlays/InfoButton.tsx';
import { Tooltip } from '../overlays/Tooltip.tsx';
import { ArrowDownIcon, ArrowUpIcon, MinusIcon } from '../icons/icons.ts';
import { classNames } from '../classNames.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './MetricFrame.module.css';

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
  | { readonly state: 'missing'; readonly reason: string };

export interface MetricProps {
  /** Stable identifier for `data-metric`. */
  readonly metric: string;
  readonly name: string;
  /** Link of the name, to the breakdown of the value. */
  readonly href?: string | undefined;
  /** Formula, basis and age of the value, behind an info button. */
  readonly info?: { readonly label: string; readonly content: ReactNode };
  readonly content: MetricContent;
  /** Offers the explanation of the change. */
  readonly explain?: MetricExplain | undefined;
}

export interface MetricFrameProps extends MetricProps {
  readonly classes: {
    readonly frame?: string | undefined;
    readonly head?: string | undefined;
    readonly name?: string | undefined;
  };
  readonly children: ReactNode;
}

/** The group of a metric: its state, its name and its explanation, above the value. */
export function MetricFrame(props: MetricFrameProps) {
  const { metric, name, href, info, content, classes, children } = props;
  const ready = content.state === 'ready' ? content : null;
  return (
    <div
      className={classes.frame}
      role="group"
      aria-label={name}
      aria-busy={content.state === 'loading' || ready?.refreshing === true || undefined}
      data-metric={metric}
      data-state={content.state}
      data-value={ready?.value}
    >
      <div className={classes.head}>
        <span className={classes.name}>
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
      {children}
    </div>
  );
}

const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export interface ShortValueProps {
  readonly content: ReadyMetric;
  readonly classes: { readonly number?: string | undefined; readonly unit?: string | undefined };
}

/** The short value. It has a tooltip, which is a tab stop, only if that adds digits. */
export function ShortValue({ content: { short, unit, exact }, classes }: ShortValueProps) {
  const text = (
    <>
      <span className={classes.number}>{short}</span>
      {unit !== undefined && <span className={classes.unit}>{unit}</span>}
    </>
  );
  const hasMoreDigits = collapseSpaces(exact) !== collapseSpaces([short, unit].join(' '));
  return hasMoreDigits ? <Tooltip content={exact}>{text}</Tooltip> : <span>{text}</span>;
}

export interface MetricChangeProps {
  /** Signed change, such as “+12,3%”. */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat';
  /** Whether the change is good, since up is not always good; null for neutral. */
  readonly good: boolean | null;
}

const arrows = {
  up: <ArrowUpIcon />,
  down: <ArrowDownIcon />,
  flat: <MinusIcon />,
} as const;

/** Shows a change by arrow, signed number and color. */
export function MetricChange({ text, direction, good }: MetricChangeProps) {
  const tone = good === null ? 'neutral' : good ? 'good' : 'bad';
  return (
    <span className={classNames(styles.change, styles[tone])} data-tone={tone}>
      {arrows[direction]}
      <span>{text}</span>
    </span>
  );
}

export interface MetricExplain {
  /** Visible where there is room, such as “Why did it change?”. */
  readonly text: string;
  readonly onOpen: () => void;
}

export interface ExplainButtonProps {
  readonly explain: MetricExplain;
  readonly metricName: string;
  /** Shown in place of the text, such as the change itself. */
  readonly children?: ReactNode;
}

/** A quiet button that opens the explanation of a metric's change. */
export function ExplainButton({ explain, metricName, children }: ExplainButtonProps) {
  const { text, onOpen } = explain;
  return (
    <button
      type="button"
      className={styles.explain}
      // Without a text of its own, it has the change, which is printed.
      data-printed={children === undefined ? undefined : true}
      aria-haspopup="dialog"
      title={children === undefined ? undefined : text}
      onClick={onOpen}
    >
      {children ?? text}
      <VisuallyHidden>
        {' '}
        {children !== undefined && `${text} `}
        {metricName}
      </VisuallyHidden>
    </button>
  );
}
