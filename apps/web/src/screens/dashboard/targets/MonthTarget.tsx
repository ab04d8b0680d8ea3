import type { MonthTargets, TargetProgress } from '@seller-connect/contract';
import { Button, EditIcon, IconButton, InfoButton, Progress, TextLink } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formats } from '../../../i18n/index.ts';
import { todayIn } from '../../../i18n/calendarDays.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { reportFilters, type ReportFilters } from '../filters/filters.ts';
import { targetsQuery } from './queries.ts';
import { shownMonth, formatMonth } from './targetMonth.ts';
import styles from './targets.module.css';
import { texts } from './texts.ts';

const TargetDialog = lazyBlock(() => import('./TargetDialog.tsx'), null);

export interface MonthTargetProps {
  readonly filters: ReportFilters;
  /** Currency and time zone of the report. */
  readonly currency: string;
  readonly timeZone: string;
}

/**
 * The targets of the month that the report shows, or of this month in one line. Without any, the way to set one. It
 * shows nothing if it fails, because the report is worth more.
 */
export default function MonthTarget({ filters, currency, timeZone }: MonthTargetProps) {
  const today = todayIn(timeZone);
  const reportMonth = shownMonth(filters, today);
  const month = reportMonth ?? today.slice(0, 7);
  const { shop } = filters;
  const query = { month, ...(shop !== undefined && { shop }), currency };
  const { data, isPlaceholderData } = useQuery(targetsQuery(query));
  /** What the open dialog is about, whatever the report shows meanwhile. */
  const [edited, setEdited] = useState<typeof query | null>(null);
  const targets = isPlaceholderData ? undefined : data;
  const open = () => setEdited(query);
  return (
    <>
      {targets && <Targets {...{ targets, filters, reportMonth }} onChange={open} />}
      {edited && <TargetDialog query={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface TargetsProps {
  readonly targets: MonthTargets;
  readonly filters: ReportFilters;
  /** Null where the report shows no whole month. */
  readonly reportMonth: string | null;
  readonly onChange: () => void;
}

function Targets({ targets, filters, reportMonth, onChange }: TargetsProps) {
  const { month, items, mayChange } = targets;
  if (items.length === 0) {
    return (
      mayChange && (
        <div className={styles.set}>
          <Button size="small" variant="quiet" onClick={onChange}>
            {texts.set(formatMonth(month))}
          </Button>
        </div>
      )
    );
  }
  if (reportMonth !== null) {
    return <ShownTargets targets={targets} onChange={mayChange ? onChange : undefined} />;
  }
  return (
    <p className={styles.line}>
      <TextLink quiet href={monthHref(filters)}>
        {texts.short(formatMonth(month), formats.list(items.map(shortText)))}
      </TextLink>
    </p>
  );
}

function shortText({ metric, share }: TargetProgress): string {
  return `${texts.shortMetric[metric]} ${formats.percent(share)}`;
}

function monthHref({ from: _from, to: _to, ...filters }: ReportFilters): string {
  return `/?${new URLSearchParams(reportFilters.toSearchParams({ ...filters, period: 'month' }))}`;
}

function ShownTargets({
  targets: { month, currency, items, daysLeft, daysLoading },
  onChange,
}: {
  readonly targets: MonthTargets;
  readonly onChange: (() => void) | undefined;
}) {
  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <h3 className={styles.title}>{texts.month(formatMonth(month))}</h3>
        <InfoButton label={texts.about}>{texts.aboutText}</InfoButton>
        {onChange && (
          <IconButton
            size="small"
            label={texts.change(formatMonth(month))}
            icon={<EditIcon />}
            onClick={onChange}
          />
        )}
      </div>
      {items.map((item) => (
        <div key={item.metric} className={styles.target}>
          <Progress
            label={texts.metrics[item.metric]}
            share={item.share}
            valueText={texts.reached(
              formats.percent(item.share),
              formats.shortMoney(item.amount, currency).text,
            )}
          />
          {paceTexts(item, { currency, daysLeft }).map((text) => (
            <p key={text} className={styles.line}>
              {text}
            </p>
          ))}
        </div>
      ))}
      {daysLoading > 0 && (
        <p className={styles.line}>{texts.loading(formats.number(daysLoading))}</p>
      )}
    </div>
  );
}

/** What the pace gives by the end of the month, and what is needed a day. */
function paceTexts(
  { share, projected, neededPerDay }: TargetProgress,
  { currency, daysLeft }: Pick<MonthTargets, 'currency' | 'daysLeft'>,
): string[] {
  const money = (amount: string) => formats.shortMoney(amount, currency).text;
  return [
    ...(share >= 1 ? [texts.done] : []),
    ...(projected === null ? [] : [texts.projected(money(projected))]),
    ...(neededPerDay === null ? [] : [texts.needed(money(neededPerDay), formats.number(daysLeft))]),
  ];
}
