import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { classNames } from '../classNames.ts';
import {
  ExplainButton,
  MetricChange,
  MetricFrame,
  ShortValue,
  type MetricProps,
  type ReadyMetric,
} from './MetricFrame.tsx';
import styles from './MetricCard.module.css';
import gridStyles from './MetricGrid.module.css';

/** A metric with its change and trend. All states have the same size. */
export function MetricCard(metric: MetricProps) {
  const classes = { ...styles, frame: styles.tile };
  return (
    <MetricFrame {...metric} classes={classes}>
      <CardContent content={metric.content} name={metric.name} explain={metric.explain} />
    </MetricFrame>
  );
}

function CardContent({ content, ...rest }: Pick<MetricProps, 'content' | 'name' | 'explain'>) {
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
          <div className={styles.foot} />
        </>
      );
    case 'ready':
      return <ReadyContent content={content} {...rest} />;
  }
}

function ReadyContent({
  content,
  name,
  explain,
}: Pick<MetricProps, 'name' | 'explain'> & { readonly content: ReadyMetric }) {
  const { change, against, partial, foot, refreshing } = content;
  return (
    <>
      <div className={classNames(styles.figure, refreshing === true && styles.refreshing)}>
        <ShortValue content={content} classes={styles} />
      </div>
      <div className={styles.notes}>
        {change && <MetricChange {...change} />}
        {against !== undefined && <span className={styles.against}>{against}</span>}
        {explain && <ExplainButton explain={explain} metricName={name} />}
      </div>
      {partial !== undefined && <div className={styles.partial}>{partial}</div>}
      <div className={styles.foot}>{foot}</div>
    </>
  );
}

/** A grid of four `MetricCard`s with aligned rows. */
export function MetricGrid({ children }: { readonly children: ReactNode }) {
  return (
    <div className={gridStyles.frame}>
      <div className={gridStyles.grid}>{children}</div>
    </div>
  );
}
