import type { ReportSummary } from '@seller-connect/contract';
import { Button, CalendarIcon, EmptyState, FilterIcon } from '@seller-connect/ui';
import { datesOf } from './metrics.tsx';
import { texts } from '../texts.ts';
import { lastActivePeriod, type ReportView } from '../filters/filters.ts';

export interface EmptyPeriodProps {
  readonly summary: ReportSummary;
  readonly view: ReportView;
  readonly onChange: (view: ReportView) => void;
}

/** No order in the period: clear the filter, or go where the orders are. */
export function EmptyPeriod({ summary, view, onChange }: EmptyPeriodProps) {
  const words = texts.empty;
  if (summary.figures.orders.reason === 'to_come') {
    return (
      <EmptyState icon={<CalendarIcon size={20} />} title={texts.toCome}>
        {words.toComeWhy}
      </EmptyState>
    );
  }
  const { shop, platform, from: _from, to: _to, compare: _compare, ...rest } = view;
  if (shop !== undefined || platform !== undefined) {
    return (
      <EmptyState
        icon={<FilterIcon size={20} />}
        title={words.filter}
        action={<Button onClick={() => onChange(rest)}>{words.clear}</Button>}
      >
        {words.filterWhy}
      </EmptyState>
    );
  }
  const { lastDay } = summary;
  const last = lastDay === null ? null : lastActivePeriod(lastDay);
  return (
    <EmptyState
      icon={<CalendarIcon size={20} />}
      title={words.period}
      action={
        last ? (
          <Button onClick={() => onChange({ ...rest, period: 'custom', ...last })}>
            {words.showLast(datesOf(last))}
          </Button>
        ) : (
          view.period !== '90d' && (
            <Button onClick={() => onChange({ ...rest, period: '90d' })}>{words.show90}</Button>
          )
        )
      }
    >
      {last ? words.periodWhy(datesOf(last)) : words.neverWhy}
    </EmptyState>
  );
}
