import { TextLink } from '../actions/TextLink.tsx';
import { classNames } from '../classNames.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { InfoButton } from '../overlays/InfoButton.tsx';
import { Tooltip } from '../overlays/Tooltip.tsx';
import { MetricChange } from './MetricChange.tsx';
import type { MetricCardProps, ReadyMetric } from './MetricCard.tsx';
import styles from './MetricRow.module.css';

/** A secondary metric as a quiet row: name and value, then the previous value and the change. */
export function MetricRow({ metric, name, href, info, content }: MetricCardProps) {
  const ready = content.state === 'ready' ? content : null;
  return (
    <div
      className={styles.row}
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
      <div className={classNames(styles.value, ready?.refreshing === true && styles.refreshing)}>
        {content.state === 'loading' && <Skeleton shape="line" />}
        {content.state === 'missing' && '–'}
        {ready && <RowValue content={ready} />}
      </div>
      {content.state === 'loading' && (
        <div className={styles.notes}>
          <Skeleton shape="line" />
        </div>
      )}
      {content.state === 'missing' && <div className={styles.notes}>{content.reason}</div>}
      {ready && (ready.against !== undefined || ready.change !== undefined) && (
        <div className={styles.notes}>
          <span>{ready.against}</span>
          {ready.change && <MetricChange {...ready.change} />}
        </div>
      )}
      {Boolean(ready?.foot) && <div className={styles.notes}>{ready?.foot}</div>}
    </div>
  );
}

const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The short value. A tooltip, which is a tab stop, only if it adds digits. */
function RowValue({ content: { short, unit, exact } }: { readonly content: ReadyMetric }) {
  const text = (
    <>
      {short}
      {unit !== undefined && <span className={styles.unit}>{unit}</span>}
    </>
  );
  const hasMoreDigits = collapseSpaces(exact) !== collapseSpaces([short, unit].join(' '));
  return hasMoreDigits ? <Tooltip content={exact}>{text}</Tooltip> : <span>{text}</span>;
}
