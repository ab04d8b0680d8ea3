import type { OrderSort } from '@seller-connect/contract';
import { Checkbox, FilterButton, FilterChips, Quiet, Select, useIsPhone } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '../../lists/index.ts';
import { formatShopCount, isAdAccount, shopOptions } from '../../shops/shopFilter.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { partnerName, formats } from '../../i18n/index.ts';
import { texts as listTexts } from '../../lists/texts.ts';
import { texts } from './texts.ts';
import {
  countFilters,
  emptyFilters,
  emptySalesFilters,
  bases,
  itemOutcomes,
  payoutStates,
  periods,
  sorts,
  type OrderListFilters,
} from './filters.ts';
import styles from './orders.module.css';

export interface OrderFilterBarProps {
  readonly filters: OrderListFilters;
  /** Whether a custom range is being typed; it is written to the address once both days are entered. */
  readonly typing: boolean;
  readonly onTyping: (typing: boolean) => void;
  readonly onChange: (part: Partial<OrderListFilters>) => void;
}

/**
 * Filters by shop and days in the toolbar, and the others behind one button. On a phone all of them are in its sheet,
 * with the sort order, which the heads of the table choose elsewhere.
 */
export function OrderFilterBar(props: OrderFilterBarProps) {
  const { filters, onTyping, onChange } = props;
  const isPhone = useIsPhone();
  const inToolbar = !isPhone;
  return (
    <>
      {inToolbar && (
        <>
          <ShopSelect {...props} compact />
          <PeriodSelect {...props} compact />
        </>
      )}
      <FilterButton
        label={listTexts.filters}
        count={countFilters(filters, { isPhone })}
        activeLabel={listTexts.activeFilters}
        doneLabel={listTexts.done}
        clearLabel={listTexts.clearFilters}
        onClear={() => {
          onTyping(false);
          const { search: _search, stage: _stage, ...rest } = emptyFilters;
          onChange({ ...rest, ...(isPhone ? { sort: '-time' } : {}) });
        }}
      >
        {isPhone && (
          <>
            <ShopSelect {...props} />
            <PeriodSelect {...props} />
          </>
        )}
        <MoreFilters {...props} />
        {isPhone && (
          <Select
            label={listTexts.sort}
            value={filters.sort}
            options={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
            onValueChange={(sort: OrderSort) => onChange({ sort })}
          />
        )}
      </FilterButton>
    </>
  );
}

/** Platform, payout, outcome, basis of the days, and flagged orders. */
function MoreFilters({ filters, onChange }: OrderFilterBarProps) {
  const shops = useQuery(shopsQuery);
  const { platform } = filters;
  const sold = (shops.data?.items ?? [])
    .filter((shop) => !isAdAccount(shop))
    .map((shop) => shop.platform);
  const platforms = [...new Set(platform === null ? sold : [...sold, platform])];
  return (
    <>
      {platforms.length > 1 && (
        <FilterSelect
          label={texts.platform}
          all={texts.anyPlatform}
          value={platform}
          options={platforms.map((value) => ({ value, label: partnerName(value) }))}
          // Clears the shops, which may belong to another marketplace.
          onValueChange={(chosen) => onChange({ platform: chosen, shop: null, shops: null })}
        />
      )}
      <FilterSelect
        label={texts.payout}
        all={texts.anyPayout}
        value={filters.payout}
        options={payoutStates.map((value) => ({ value, label: texts.payouts[value] }))}
        onValueChange={(payout) =>
          onChange(payout === null ? { payout } : { payout, basis: 'committed' })
        }
      />
      <FilterSelect
        label={texts.outcome}
        all={texts.anyOutcome}
        value={filters.outcome}
        options={itemOutcomes.map((value) => ({ value, label: texts.hasOutcome[value] }))}
        onValueChange={(outcome) =>
          onChange(outcome === null ? { outcome } : { outcome, basis: 'committed' })
        }
      />
      <Select
        label={texts.basis}
        value={filters.basis}
        options={bases.map((value) => ({ value, label: texts.bases[value] }))}
        onValueChange={(basis) =>
          onChange({ basis, ...(basis === 'created' ? emptySalesFilters : {}) })
        }
      />
      <Checkbox
        label={texts.odd}
        checked={filters.odd}
        onChange={(event) => onChange({ odd: event.currentTarget.checked })}
      />
    </>
  );
}

function ShopSelect({
  filters,
  onChange,
  compact = false,
}: OrderFilterBarProps & { readonly compact?: boolean }) {
  const shops = useQuery(shopsQuery);
  const { platform, shops: several } = filters;
  const choices = shopOptions(
    (shops.data?.items ?? []).filter((shop) => platform === null || shop.platform === platform),
  );
  // Most sellers have several shops, so the select is shown, disabled, while the shops load.
  if (!shops.isPending && choices.length < 2) return null;
  return (
    <FilterSelect
      compact={compact}
      disabled={shops.isPending}
      label={texts.shop}
      all={texts.anyShop}
      value={filters.shop ?? several}
      options={[
        ...(several === null ? [] : [{ value: several, label: formatShopCount(several) }]),
        ...choices,
      ]}
      onValueChange={(chosen) =>
        onChange(
          several !== null && chosen === several ? { shop: null } : { shop: chosen, shops: null },
        )
      }
    />
  );
}

function PeriodSelect({
  filters,
  typing,
  onTyping,
  onChange,
  compact = false,
}: OrderFilterBarProps & { readonly compact?: boolean }) {
  return (
    <Select
      compact={compact}
      label={texts.period[filters.basis]}
      value={typing ? 'custom' : filters.period}
      options={periods.map((value) => ({ value, label: texts.periods[value] }))}
      onValueChange={(period) => {
        onTyping(period === 'custom');
        if (period !== 'custom') onChange({ period, days: null });
      }}
    />
  );
}

interface OrderFilterChipsProps {
  readonly filters: OrderListFilters;
  /** The name of the filtered product; null if unknown. */
  readonly product: string | null;
  readonly onChange: (part: Partial<OrderListFilters>) => void;
}

/** The active filters that no control of the toolbar shows. Each can be removed. */
export function OrderFilterChips({ filters, product, onChange }: OrderFilterChipsProps) {
  const { platform, payout, outcome, sku, hour, until, currency, odd, basis } = filters;
  const { also, alsoFrom, alsoTo } = filters;
  const only = (what: string | null) => what && `${texts.onlySuch} ${what}`;
  const parts = {
    platform: platform && partnerName(platform),
    payout: payout && texts.payouts[payout],
    outcome: only(outcome && texts.ofOutcomes[outcome]),
    sku: only(sku && texts.ofProduct(product ?? sku)),
    hour: only(hour === null ? null : texts.ofHour(`${hour}:00`, `${hour + 1}:00`)),
    until: only(until && texts.untilOnLastDay(until)),
    also:
      also && alsoFrom !== null && alsoTo !== null
        ? only(texts.ofAlso[also](formats.range(formats.day(alsoFrom), formats.day(alsoTo))))
        : null,
    currency: only(currency && texts.inCurrency(currency)),
    odd: odd ? texts.odd : null,
  };
  const chips = (
    ['platform', 'payout', 'outcome', 'sku', 'also', 'hour', 'until', 'currency', 'odd'] as const
  ).flatMap((name) => {
    const text = parts[name];
    const empty = { ...emptySalesFilters, platform: null, odd: false }[name];
    return text === null ? [] : [{ id: name, text, onRemove: () => onChange({ [name]: empty }) }];
  });
  return (
    <div className={styles.ofSales}>
      {basis === 'committed' && <Quiet as="p">{texts.ofSales}</Quiet>}
      <FilterChips label={texts.chosen} chips={chips} removeLabel={texts.leaveOut} />
    </div>
  );
}
