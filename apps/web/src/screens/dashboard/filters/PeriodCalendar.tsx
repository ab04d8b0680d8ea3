import { useMediaQuery } from '@seller-connect/ui';
import { RangeCalendar, type DayRange } from '@seller-connect/ui/calendar';
import { formats } from '../../../i18n/index.ts';
import styles from './PeriodPanel.module.css';
import { texts } from './texts.ts';

const labels = texts.calendar;

/** Two months and the presets need this width. */
const twoMonths = '(min-width: 880px)';

export interface PeriodCalendarProps {
  readonly value: DayRange;
  readonly today: string;
  readonly min: string;
  readonly maxDays: number;
  /** The first day with data; undefined while unknown. */
  readonly firstDay: string | undefined;
  readonly onChange: (range: DayRange) => void;
}

/** The calendar of the period, two months where there is room. */
export default function PeriodCalendar({ firstDay, today, ...props }: PeriodCalendarProps) {
  const hasRoom = useMediaQuery(twoMonths);
  return (
    <div className={styles.calendar}>
      <RangeCalendar
        {...props}
        months={hasRoom ? 2 : 1}
        today={today}
        max={today}
        firstDataDay={firstDay}
        labels={{
          ...labels,
          day: (day) => {
            const weekday = labels.weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()];
            return `${weekday?.long}, ${formats.day(day)}`;
          },
        }}
      />
      {firstDay !== undefined && (
        <p className={styles.note}>{texts.noDataBefore(formats.day(firstDay))}</p>
      )}
    </div>
  );
}
