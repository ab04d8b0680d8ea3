import type { Shop } from '@seller-connect/contract';
import {
  CalendarIcon,
  ChoiceButton,
  FilterButton,
  PageHeader,
  Popover,
  Skeleton,
  useIsPhone,
  useMediaQuery,
} from '@seller-connect/ui';
import { useState, type ReactNode } from 'react';
import type { DayRange } from '../../../lists/listParams.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { severalShops } from '../../../shops/shopFilter.ts';
import { texts } from '../texts.ts';
import { periodName } from '../report/metrics.tsx';
import { withPeriod, type ReportFilters } from './filters.ts';
import type { PeriodPanelProps } from './PeriodPanel.tsx';
import styles from './ReportHeader.module.css';
import { ComparisonSelect, CurrencySelect, ShopMenu, ShopSelect } from './ReportSelects.tsx';
import { chosenShopIds, shopChoices, withShopChoice } from './shopChoices.ts';

/** Loaded when its menu opens. */
const PeriodPanel = lazyBlock(
  () => import('./PeriodPanel.tsx'),
  <div aria-busy="true">
    <Skeleton shape="block" />
  </div>,
);

/** Loaded when opened. */
const ShopsDialog = lazyBlock(() => import('./ShopsDialog.tsx'), null);

export interface ReportHeaderProps {
  readonly title: string;
  /** What is compared with what. */
  readonly lead: string;
  readonly filters: ReportFilters;
  readonly shown: DayRange;
  /** Today in the shop's time zone. */
  readonly today: string;
  /** The first day with data; undefined while unknown. */
  readonly firstDay?: string | undefined;
  /** Undefined while loading. The choice is disabled then, not hidden, because most sellers have several shops. */
  readonly shops: readonly Shop[] | undefined;
  /** Currencies in which the shops sell. */
  readonly currencies: readonly string[];
  /** Opens the saved views. */
  readonly views: ReactNode;
  /** Age of the data. */
  readonly freshness: ReactNode;
  readonly onChange: (filters: ReportFilters) => void;
}

/**
 * Title of a report with its controls in one line: period, comparison, shops and age of the data. Where they do not fit
 * beside the title, the age does. On a phone, the filters are in a sheet.
 */
export function ReportHeader(props: ReportHeaderProps) {
  const {
    title,
    lead,
    filters,
    shown,
    today,
    firstDay,
    shops,
    currencies,
    views,
    freshness,
    onChange,
  } = props;
  const isPhone = useIsPhone();
  const isAgeFirst = useMediaQuery('(max-width: 1277px)');
  const choices = shopChoices(shops ?? [], filters);
  const hasChoice = shops === undefined || choices.length > 2;
  const [isChoosing, setChoosing] = useState(false);
  const chooseShops = (value: string) =>
    value === severalShops ? setChoosing(true) : onChange(withShopChoice(filters, value));
  const selects = { filters, currencies, onChange };
  const age = <div className={styles.freshness}>{freshness}</div>;
  return (
    <PageHeader
      title={title}
      actions={
        <>
          {isAgeFirst && age}
          <div className={styles.toolbar} role="group" aria-label={texts.filter.open}>
            <PeriodMenu
              filters={filters}
              shown={shown}
              today={today}
              firstDay={firstDay}
              onChange={(days) => onChange(withPeriod(filters, days))}
            />
            {isPhone ? (
              <FilterButton
                label={texts.filter.open}
                count={countFilters(filters)}
                activeLabel={texts.filter.active}
                doneLabel={texts.filter.done}
                clearLabel={texts.filter.clear}
                onClear={() => onChange(withoutFilters(filters))}
              >
                <ComparisonSelect {...selects} />
                {hasChoice && shops !== undefined && (
                  <ShopSelect filters={filters} choices={choices} onChoose={chooseShops} />
                )}
                <CurrencySelect {...selects} />
              </FilterButton>
            ) : (
              <>
                <ComparisonSelect {...selects} compact />
                {hasChoice && (
                  <ShopMenu
                    filters={filters}
                    choices={choices}
                    disabled={shops === undefined}
                    onChoose={chooseShops}
                  />
                )}
                <CurrencySelect {...selects} compact />
              </>
            )}
            <div className={styles.views}>{views}</div>
          </div>
          {!isAgeFirst && age}
          {isChoosing && (
            <ShopsDialog
              shops={shops ?? []}
              chosen={chosenShopIds(filters, shops ?? [])}
              onChoose={(ids) => onChange(withShopChoice(filters, ids.join(',')))}
              onClose={() => setChoosing(false)}
            />
          )}
        </>
      }
    >
      <span className={styles.lead}>{lead}</span>
    </PageHeader>
  );
}

/** Selects the period: a preset, a campaign day, or any days in a calendar. On a phone, the choice is a sheet. */
function PeriodMenu({ onChange, ...props }: PeriodPanelProps) {
  return (
    <Popover
      label={texts.period}
      align="start"
      wide
      renderTrigger={(trigger) => (
        <ChoiceButton
          {...trigger}
          label={texts.period}
          value={periodName(props.filters, props.shown)}
          icon={<CalendarIcon />}
        />
      )}
    >
      {(close) => (
        <PeriodPanel
          {...props}
          onChange={(period) => {
            close();
            onChange(period);
          }}
        />
      )}
    </Popover>
  );
}

/** Counts the filters that differ from the default, except the period. */
function countFilters(filters: ReportFilters): number {
  const { compare, compareAlso, shop, shops, platform, currency } = filters;
  const isCompared = compare !== undefined || compareAlso !== undefined;
  const hasShop = [shop, shops, platform].some((each) => each !== undefined);
  return [isCompared, hasShop, currency !== undefined].filter(Boolean).length;
}

function withoutFilters(filters: ReportFilters): ReportFilters {
  const {
    compare: _compare,
    compareAlso: _also,
    shop: _shop,
    shops: _shops,
    platform: _platform,
    currency: _,
    ...rest
  } = filters;
  return rest;
}
