import {
  campaignName,
  latestCampaignDay,
  previousCampaignDay,
} from '@seller-connect/contract/campaign-days';
import { CheckIcon, Skeleton } from '@seller-connect/ui';
import { Fragment, useRef, useState, type KeyboardEvent } from 'react';
import { DateRangeForm } from '../../../lists/DateRangeForm.tsx';
import type { DayRange } from '../../../lists/listParams.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { addDays, daysBetween } from '../../../i18n/calendarDays.ts';
import { texts as home } from '../texts.ts';
import {
  earliestDay,
  maxPeriodDays,
  presetPeriods,
  rangeProblem,
  selectedCampaign,
  type ReportFilters,
} from './filters.ts';
import styles from './PeriodPanel.module.css';
import { texts } from './texts.ts';

/** Loaded beside the presets, which need no calendar. */
const PeriodCalendar = lazyBlock(
  () => import('./PeriodCalendar.tsx'),
  <div className={styles.loading} aria-busy="true">
    <Skeleton shape="block" />
  </div>,
);

/** Number of days after which the latest campaign day is offered as a comparison only. */
const recentCampaignDays = 62;

type PeriodChoice = Pick<ReportFilters, 'period' | 'from' | 'to' | 'compare'>;

export interface PeriodPanelProps {
  readonly filters: ReportFilters;
  readonly shown: DayRange;
  /** Today in the shop's time zone. */
  readonly today: string;
  /** The first day with data; undefined while unknown. */
  readonly firstDay?: string | undefined;
  readonly onChange: (period: PeriodChoice) => void;
}

/** The choices of the period: presets, and a calendar with two fields for the days. */
export default function PeriodPanel({
  filters,
  shown,
  today,
  firstDay,
  onChange,
}: PeriodPanelProps) {
  const [picked, setPicked] = useState<{ readonly days: DayRange; readonly calendar: string }>();
  // The days of a preset come with its figures, maybe after the calendar, and change at midnight. A calendar in which an
  // end was chosen stays.
  const calendar = picked?.calendar ?? `${shown.from} ${shown.to}`;
  // A range in the future, from a link, cannot be changed in the calendar.
  const chosen = picked?.days ?? {
    from: shown.from < today ? shown.from : today,
    to: shown.to < today ? shown.to : today,
  };
  const lastReachable = addDays(today, 1 - maxPeriodDays);
  return (
    <div className={styles.panel}>
      <Presets filters={filters} today={today} onChange={onChange} />
      <div className={styles.days}>
        <PeriodCalendar
          key={calendar}
          value={chosen}
          today={today}
          min={firstDay !== undefined && firstDay < lastReachable ? firstDay : lastReachable}
          maxDays={maxPeriodDays}
          firstDay={firstDay}
          onChange={(days) => setPicked({ days, calendar })}
        />
        <DateRangeForm
          shown={chosen}
          min={earliestDay}
          max={today}
          problemOf={({ from, to }) =>
            rangeProblem(from, to) === 'long' ? texts.rangeTooLong : null
          }
          submitLabel={home.show}
          onChoose={(days) => onChange({ period: 'custom', ...days })}
        />
      </div>
    </div>
  );
}

interface Preset {
  readonly id: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly choice: PeriodChoice;
}

/** The presets, as a menu: arrow keys move between them, Tab moves on to the calendar. */
function Presets({
  filters,
  today,
  onChange,
}: Pick<PeriodPanelProps, 'filters' | 'today' | 'onChange'>) {
  const list = useRef<HTMLDivElement>(null);
  const campaigns = campaignPresets(filters, today);
  const presets = [...namedPresets(filters), ...campaigns];
  const tabStop = presets.find(({ isChosen }) => isChosen) ?? presets[0];

  function onKeyDown(event: KeyboardEvent) {
    // Such keys are the browser's, such as Alt+Left, which goes back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    const next = nextItem(
      event.key,
      items,
      items.findIndex((item) => item === document.activeElement),
    );
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div
      ref={list}
      role="menu"
      aria-label={texts.presets}
      tabIndex={-1}
      className={styles.presets}
      onKeyDown={onKeyDown}
    >
      {presets.map((preset) => (
        <Fragment key={preset.id}>
          {preset === campaigns[0] && (
            <div role="presentation" className={styles.heading}>
              {home.campaigns}
            </div>
          )}
          <button
            type="button"
            role="menuitemradio"
            aria-checked={preset.isChosen}
            tabIndex={preset === tabStop ? 0 : -1}
            className={styles.preset}
            onClick={() => onChange(preset.choice)}
          >
            <span>{preset.label}</span>
            {preset.isChosen && <CheckIcon />}
          </button>
        </Fragment>
      ))}
    </div>
  );
}

function namedPresets({ period }: ReportFilters): Preset[] {
  return presetPeriods.map((value) => ({
    id: value,
    label: home.periods[value],
    isChosen: period === value,
    choice: { period: value },
  }));
}

/** Returns the latest campaign days and the selected one, from the latest. */
function campaignPresets(filters: ReportFilters, today: string): Preset[] {
  const campaign = selectedCampaign(filters);
  const latest = latestCampaignDay(today);
  return [...new Set([latest, previousCampaignDay(latest), ...(campaign ? [campaign] : [])])]
    .filter((day) => day === campaign || daysBetween(day, today) <= recentCampaignDays)
    .toSorted()
    .toReversed()
    .map((day) => ({
      id: day,
      label: campaignName(day) ?? day,
      isChosen: day === campaign,
      choice: { period: 'custom', from: day, to: day, compare: 'campaign' },
    }));
}

/** Returns the preset that `key` moves to, or undefined for keys that the menu does not handle. */
function nextItem(key: string, items: readonly HTMLElement[], currentIndex: number) {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return items[(currentIndex + 1) % items.length];
    case 'ArrowUp':
    case 'ArrowLeft':
      return items.at(currentIndex <= 0 ? -1 : currentIndex - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return undefined;
  }
}
