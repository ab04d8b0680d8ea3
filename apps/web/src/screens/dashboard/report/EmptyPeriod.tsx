import type { ReportSummary } from '@seller-connect/contract';
import { Button, CalendarIcon, EmptyState, FilterIcon } from '@seller-connect/ui';
import { formatPeriod } from './metrics.tsx';
import { texts } from '../texts.ts';
import { texts as labels } from './emptyTexts.ts';
import { lastActivePeriod, type ReportFilters } from '../filters/filters.ts';

export interface EmptyPeriodProps {
  readonly summary: ReportSummary;
  readonly filters: ReportFilters;
  readonly onChange: (filters: ReportFilters) => void;
}

/** Shown for a period without orders. It offers to clear the filters or to open a period that has orders. */
export default function EmptyPeriod({ summary, filters, onChange }: EmptyPeriodProps) {
  if (summary.metrics.orders.reason === 'to_come') {
    return (
      <EmptyState icon={<CalendarIcon size={20} />} title={texts.toCome}>
        {labels.toComeWhy}
      </EmptyState>
    );
  }
  const { shop, shops, platform, from: _from, to: _to, compare: _compare, ...rest } = filters;
  if ([shop, shops, platform].some((each) => each !== undefined)) {
    return (
      <EmptyState
        icon={<FilterIcon size={20} />}
        title={labels.filter}
        action={<Button onClick={() => onChange(rest)}>{labels.clear}</Button>}
      >
        {labels.filterWhy}
      </EmptyState>
    );
  }
  const { lastDay } = summary;
  const last = lastDay === null ? null : lastActivePeriod(lastDay);
  return (
    <EmptyState
      icon={<CalendarIcon size={20} />}
      title={labels.period}
      action={
        last ? (
          <Button onClick={() => onChange({ ...rest, period: 'custom', ...last })}>
            {labels.showLast(formatPeriod(last))}
          </Button>
        ) : (
          filters.period !== '90d' && (
            <Button onClick={() => onChange({ ...rest, period: '90d' })}>{labels.show90}</Button>
          )
        )
      }
    >
      {last ? labels.periodWhy(formatPeriod(last)) : labels.neverWhy}
    </EmptyState>
  );
}
