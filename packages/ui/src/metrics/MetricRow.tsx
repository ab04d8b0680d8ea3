import { classNames } from '../classNames.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { ChevronRightIcon } from '../icons/icons.ts';
import {
  ExplainButton,
  MetricChange,
  MetricFrame,
  ShortValue,
  type MetricProps,
} from './MetricFrame.tsx';
import styles from './MetricRow.module.css';

/** A secondary metric as a quiet row: name and value, then the previous value and the change. */
export function MetricRow(metric: MetricProps) {
  const { name, content, explain } = metric;
  const ready = content.state === 'ready' ? content : null;
  return (
    <MetricFrame {...metric} classes={{ ...styles, frame: styles.row }}>
      <div className={classNames(styles.value, ready?.refreshing === true && styles.refreshing)}>
        {content.state === 'loading' && <Skeleton shape="line" />}
        {content.state === 'missing' && '–'}
        {ready && <ShortValue content={ready} classes={styles} />}
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
          {explain ? (
            <ExplainButton explain={explain} metricName={name}>
              {ready.change && (
                <>
                  <MetricChange {...ready.change} />
                  <ChevronRightIcon />
                </>
              )}
            </ExplainButton>
          ) : (
            ready.change && <MetricChange {...ready.change} />
          )}
        </div>
      )}
      {Boolean(ready?.foot) && <div className={styles.notes}>{ready?.foot}</div>}
    </MetricFrame>
  );
}
