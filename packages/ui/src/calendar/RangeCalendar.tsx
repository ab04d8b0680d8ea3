import { useState } from 'react';
import { DayPicker, type Modifiers } from 'react-day-picker';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.ts';
import {
  rangeBetween,
  selectableRange,
  toDate,
  toDay,
  type DayRange,
  type SelectableDays,
} from './dayRange.ts';
import styles from './RangeCalendar.module.css';

export type { DayRange } from './dayRange.ts';

export interface RangeCalendarLabels {
  /** Accessible name. */
  readonly calendar: string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly month: string;
  readonly year: string;
  /** Names of the months, from January. */
  readonly months: readonly string[];
  /** A month with its year: `Tháng 11, 2026`. */
  readonly monthOfYear: (month: number, year: number) => string;
  /** Names of the weekdays, from Sunday: short for the head of the grid, long for screen readers. */
  readonly weekdays: readonly { readonly short: string; readonly long: string }[];
  /** The full name of a day, for screen readers. */
  readonly day: (day: string) => string;
  readonly today: string;
  readonly selected: string;
  /** Follows a day before the first data. */
  readonly noData: string;
}

export interface RangeCalendarProps extends SelectableDays {
  readonly value: DayRange;
  readonly today: string;
  /** Days before are marked as days without data. */
  readonly firstDataDay?: string | undefined;
  /** Number of months beside each other. */
  readonly months: 1 | 2;
  readonly labels: RangeCalendarLabels;
  /** Called for each chosen end. After the first one, the range is that day. */
  readonly onChange: (range: DayRange) => void;
}

/**
 * A calendar in which two days choose a range, in any order, by mouse, touch or keyboard. Between the two, the range
 * follows the pointer and the focus. Weeks begin on Monday.
 */
export function RangeCalendar(props: RangeCalendarProps) {
  const { value, today, firstDataDay, months, labels, onChange, min, max } = props;
  const [firstEnd, setFirstEnd] = useState<string | null>(null);
  const [otherEnd, setOtherEnd] = useState<string | null>(null);
  // Where the number of months changes, the last one stays in sight.
  const [lastMonth, setLastMonth] = useState(() => toDate(value.to));
  const shownRange = firstEnd === null ? value : rangeBetween(firstEnd, otherEnd ?? firstEnd);
  const { from, to } = selectableRange(props, firstEnd);

  function choose(day: string) {
    setFirstEnd(firstEnd === null ? day : null);
    setOtherEnd(null);
    onChange(rangeBetween(firstEnd ?? day, day));
  }
  const follow = (date: Date, { disabled }: Modifiers) => {
    if (firstEnd !== null && disabled !== true) setOtherEnd(toDay(date));
  };

  return (
    <DayPicker
      mode="range"
      required
      aria-label={labels.calendar}
      selected={{ from: toDate(shownRange.from), to: toDate(shownRange.to) }}
      onSelect={(_range, date) => choose(toDay(date))}
      onDayMouseEnter={follow}
      onDayFocus={follow}
      today={toDate(today)}
      month={addMonths(lastMonth, 1 - months)}
      onMonthChange={(first) => setLastMonth(addMonths(first, months - 1))}
      numberOfMonths={months}
      startMonth={toDate(min)}
      endMonth={toDate(max)}
      captionLayout="dropdown"
      navLayout="around"
      weekStartsOn={1}
      disabled={[{ before: toDate(from) }, { after: toDate(to) }]}
      modifiers={firstDataDay === undefined ? {} : { noData: { before: toDate(firstDataDay) } }}
      modifiersClassNames={{ noData: styles.noData ?? '' }}
      components={{ Chevron }}
      classNames={classNamesOfParts}
      formatters={{
        formatCaption: (date) => labels.monthOfYear(date.getMonth(), date.getFullYear()),
        formatMonthDropdown: (date) => labels.months[date.getMonth()] ?? '',
        formatWeekdayName: (date) => labels.weekdays[date.getDay()]?.short ?? '',
      }}
      labels={{
        labelDayButton(date, modifiers) {
          const notes = [
            modifiers['today'] === true && labels.today,
            modifiers['selected'] === true && labels.selected,
            modifiers['noData'] === true && labels.noData,
          ].filter((note) => note !== false);
          return [labels.day(toDay(date)), ...notes].join(', ');
        },
        labelGrid: (date) => labels.monthOfYear(date.getMonth(), date.getFullYear()),
        labelMonthDropdown: () => labels.month,
        labelYearDropdown: () => labels.year,
        labelPrevious: () => labels.previousMonth,
        labelNext: () => labels.nextMonth,
        labelWeekday: (date) => labels.weekdays[date.getDay()]?.long ?? '',
      }}
    />
  );
}

/** Returns the first day of the month that is `count` months later. */
function addMonths(date: Date, count: number): Date {
  return new Date(date.getFullYear(), date.getMonth() + count, 1);
}

function Chevron({ orientation }: { readonly orientation?: 'left' | 'right' | 'up' | 'down' }) {
  if (orientation === 'left') return <ChevronLeftIcon />;
  return orientation === 'right' ? <ChevronRightIcon /> : <ChevronDownIcon />;
}

const classNamesOfParts = {
  months: styles.months ?? '',
  month: styles.month ?? '',
  month_caption: styles.caption ?? '',
  dropdowns: styles.dropdowns ?? '',
  dropdown_root: styles.dropdownRoot ?? '',
  dropdown: styles.dropdown ?? '',
  caption_label: styles.captionLabel ?? '',
  button_previous: styles.previous ?? '',
  button_next: styles.next ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.day ?? '',
  day_button: styles.dayButton ?? '',
  today: styles.today ?? '',
  range_start: styles.start ?? '',
  range_end: styles.end ?? '',
  range_middle: styles.middle ?? '',
  disabled: styles.disabled ?? '',
};
