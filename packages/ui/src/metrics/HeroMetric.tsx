import { classNames } from '../classNames.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { ExplainButton, MetricChange, MetricFrame, type MetricProps } from './MetricFrame.tsx';
import styles from './HeroMetric.module.css';

/** Longer amounts get a smaller font, so that they stay on one line of a phone. */
const longAmount = 15;

/** The main metric of a screen, with its exact value. */
export function HeroMetric(metric: MetricProps) {
  const { name, content, explain } = metric;
  const ready = content.state === 'ready' ? content : null;
  return (
    <MetricFrame {...metric} classes={{ ...styles, frame: styles.hero }}>
      {content.state === 'loading' && <HeroPlaceholder />}
      {content.state === 'missing' && (
        <>
          <p className={styles.value}>–</p>
          <div className={styles.notes}>{content.reason}</div>
        </>
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
            {explain && <ExplainButton explain={explain} metricName={name} />}
            {ready.partial !== undefined && <span className={styles.partial}>{ready.partial}</span>}
          </div>
          {ready.foot !== undefined && <div className={styles.notes}>{ready.foot}</div>}
        </>
      )}
    </MetricFrame>
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
