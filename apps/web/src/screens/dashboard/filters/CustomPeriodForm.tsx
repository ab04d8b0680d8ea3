import { DateRangeForm } from '../../../lists/DateRangeForm.tsx';
import type { DayRange } from '../../../lists/listParams.ts';
import { texts } from '../texts.ts';
import { earliestDay, rangeProblem } from './filters.ts';

export interface CustomPeriodFormProps {
  /** The displayed days, as initial values. */
  readonly shown: DayRange;
  /** Today in the shop's time zone. */
  readonly today: string;
  readonly onChoose: (days: DayRange) => void;
}

/** A form for a period of any days. */
export default function CustomPeriodForm({ shown, today, onChoose }: CustomPeriodFormProps) {
  return (
    <DateRangeForm
      // A range that changed elsewhere (by a preset or the address) resets the form.
      key={`${shown.from} ${shown.to}`}
      shown={shown}
      min={earliestDay}
      max={today}
      problemOf={({ from, to }) => (rangeProblem(from, to) === 'long' ? texts.rangeTooLong : null)}
      submitLabel={texts.show}
      onChoose={onChoose}
    />
  );
}
