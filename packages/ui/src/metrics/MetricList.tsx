import { classNames } from '../classNames.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { ChevronRightIcon } from '../icons/icons.ts';
import heroStyles from './HeroMetric.module.css';
import {
  ExplainButton,
  MetricChange,
  MetricFrame,
  ShortValue,
  type MetricProps,
} from './MetricFrame.tsx';
import rowStyles from './MetricRow.module.css';

/** Longer amounts get a smaller font, so that they stay on one line of a phone. */
const longAmount = 15;

/** The main metric of a screen, with its exact value. */
export function HeroMetric(metric: MetricProps) {
  const { name, content, explain } = metric;
  const ready = content.state === 'ready' ? content : null;
  return (
    <MetricFrame {...metric} classes={{ ...heroStyles, frame: heroStyles.hero }}>
      {content.state === 'loading' && <HeroPlaceholder />}
      {content.state === 'missing' && (
        <>
          <p className={heroStyles.value}>–</p>
          <div className={heroStyles.notes}>{content.reason}</div>
        </>
      )}
      {ready && (
        <>
          <p
            className={classNames(
              heroStyles.value,
              ready.exact.length > longAmount && heroStyles.long,
              ready.refreshing === true && heroStyles.refreshing,
            )}
          >
            {ready.exact}
          </p>
          <div className={heroStyles.notes}>
            {ready.change && <MetricChange {...ready.change} />}
            {ready.against !== undefined && <span>{ready.against}</span>}
            {explain && <ExplainButton explain={explain} metricName={name} />}
            {ready.partial !== undefined && (
              <span className={heroStyles.partial}>{ready.partial}</span>
            )}
          </div>
          {ready.foot !== undefined && <div className={heroStyles.notes}>{ready.foot}</div>}
        </>
      )}
    </MetricFrame>
  );
}

/** As high as the value and its comparison. */
function HeroPlaceholder() {
  return (
    <>
      <div className={heroStyles.value}>
        <Skeleton shape="figure" />
      </div>
      <div className={heroStyles.notes}>
        <Skeleton shape="line" />
      </div>
    </>
  );
}

/** A secondary metric as a quiet row: name and value, then the previous value and the change. */
export function MetricRow(metric: MetricProps) {
  const { name, content, explain } = metric;
  const ready = content.state === 'ready' ? content : null;
  return (
    <MetricFrame {...metric} classes={{ ...rowStyles, frame: rowStyles.row }}>
      <div
        className={classNames(rowStyles.value, ready?.refreshing === true && rowStyles.refreshing)}
      >
        {content.state === 'loading' && <Skeleton shape="line" />}
        {content.state === 'missing' && '–'}
        {ready && <ShortValue content={ready} classes={rowStyles} />}
      </div>
      {content.state === 'loading' && (
        <div className={rowStyles.notes}>
          <Skeleton shape="line" />
        </div>
      )}
      {content.state === 'missing' && <div className={rowStyles.notes}>{content.reason}</div>}
      {ready && (ready.against !== undefined || ready.change !== undefined) && (
        <div className={rowStyles.notes}>
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
      {Boolean(ready?.foot) && <div className={rowStyles.notes}>{ready?.foot}</div>}
    </MetricFrame>
  );
}
