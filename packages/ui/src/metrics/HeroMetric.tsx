import { Button } from '../actions/Button.tsx';
import { TextLink } from '../actions/TextLink.tsx';
import { classNames } from '../classNames.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { InfoButton } from '../overlays/InfoButton.tsx';
import { MetricChange } from './MetricChange.tsx';
import type { MetricCardProps } from './MetricCard.tsx';
import styles from './HeroMetric.module.css';

/** Longer amounts get a smaller font, so that they stay on one line of a phone. */
const longAmount = 15;

/** The main metric of a screen, with its exact value. */
export function HeroMetric({ metric, name, href, info, content }: MetricCardProps) {
  const ready = content.state === 'ready' ? content : null;
  return (
    <div
      className={styles.hero}
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
      {content.state === 'loading' && <HeroPlaceholder />}
      {content.state === 'missing' && (
        <>
          <p className={styles.value}>–</p>
          <div className={styles.notes}>{content.reason}</div>
        </>
      )}
      {content.state === 'failed' && (
        <div className={styles.notes} role="alert">
          <span>{content.reason}</span>
          <Button size="small" onClick={content.onRetry}>
            {content.retryLabel}
          </Button>
        </div>
      )}
      {ready && (
        <>
          <p
            className={classNames(
              styles.value,
              ready.exact.length > longAmount && styles.long,
              ready.refreshing === true && styles.refreshing,
            )}
          >
            {ready.exact}
          </p>
          <div className={styles.notes}>
            {ready.change && <MetricChange {...ready.change} />}
            {ready.against !== undefined && <span>{ready.against}</span>}
            {ready.partial !== undefined && <span className={styles.partial}>{ready.partial}</span>}
          </div>
          {ready.foot !== undefined && <div className={styles.notes}>{ready.foot}</div>}
        </>
      )}
    </div>
  );
}

/** As high as the value and its comparison. */
function HeroPlaceholder() {
  return (
    <>
      <div className={styles.value}>
        <Skeleton shape="figure" />
      </div>
      <div className={styles.notes}>
        <Skeleton shape="line" />
      </div>
    </>
  );
}
