import { previousCampaignDay, campaignName } from '@seller-connect/contract/campaign-days';
import { MenuButton, PartnerMark, Select, StoreIcon, type MenuEntries } from '@seller-connect/ui';
import { partnerName } from '../../../i18n/index.ts';
import { severalShops } from '../../../shops/shopFilter.ts';
import { texts } from '../texts.ts';
import { selectedCampaign, type ReportFilters } from './filters.ts';
import { chosenShop, type ShopChoice } from './shopChoices.ts';

export interface ReportSelectProps {
  readonly filters: ReportFilters;
  /** Currencies in which the shops sell. */
  readonly currencies: readonly string[];
  readonly onChange: (filters: ReportFilters) => void;
  /** Without a visible label, in a toolbar. */
  readonly compact?: boolean;
}

const previous = 'previous';

/** Selects what the period is compared with: one comparison, or also the year before. */
export function ComparisonSelect({ filters, onChange, compact = false }: ReportSelectProps) {
  const { compare = previous, compareAlso, ...rest } = filters;
  const campaign = selectedCampaign(filters);
  const before = campaign === null ? null : campaignName(previousCampaignDay(campaign));
  const single = [
    { value: previous, label: texts.compareWith[comparisonLabelKey(filters)] },
    ...(before === null ? [] : [{ value: 'campaign', label: texts.compareWithCampaign(before) }]),
  ];
  return (
    <Select
      label={texts.compare}
      compact={compact}
      value={compareAlso === undefined ? compare : `${compare}+year`}
      options={
        filters.period === 'year'
          ? single
          : [
              ...single,
              { value: 'year', label: texts.compareWith.year },
              ...single.map(({ value, label }) => ({
                value: `${value}+year`,
                label: texts.compareAlsoWithYear(label),
              })),
            ]
      }
      onValueChange={(chosen) => {
        const [first, also] = chosen.split('+');
        onChange({
          ...rest,
          ...(first === 'year' || first === 'campaign' ? { compare: first } : {}),
          ...(also === undefined ? {} : { compareAlso: 'year' }),
        });
      }}
    />
  );
}

/** Returns the text key for the preceding period. */
function comparisonLabelKey({ period, from, to }: ReportFilters): keyof typeof texts.compareWith {
  switch (period) {
    case 'today':
      return 'yesterday';
    case 'yesterday':
      return 'day';
    case 'week':
    case 'last_week':
      return 'week';
    case 'month':
    case 'last_month':
      return 'month';
    case 'quarter':
    case 'year':
      return period;
    case '7d':
    case '28d':
    case '90d':
      return 'period';
    case 'custom':
      return from === to ? 'day' : 'period';
  }
}

/** Selects the currency; hidden unless the shops sell in several. */
export function CurrencySelect({
  filters,
  currencies,
  onChange,
  compact = false,
}: ReportSelectProps) {
  const [first] = currencies;
  if (first === undefined || currencies.length < 2) return null;
  return (
    <Select
      label={texts.currency}
      compact={compact}
      value={filters.currency ?? first}
      options={currencies.map((value) => ({ value, label: value }))}
      onValueChange={(currency) => onChange({ ...filters, currency })}
    />
  );
}

interface ShopFilterProps {
  readonly filters: ReportFilters;
  readonly choices: readonly ShopChoice[];
  readonly onChoose: (value: string) => void;
}

/** Selects all shops, a marketplace or a shop. */
export function ShopMenu({
  filters,
  choices,
  disabled,
  onChoose,
}: ShopFilterProps & { readonly disabled: boolean }) {
  const chosen = chosenShop(filters, choices);
  const entries = choices.flatMap(({ value, name, platform }, index): MenuEntries => {
    const onSelect = () => onChoose(value);
    if (value === severalShops) {
      return [
        { kind: 'separator', id: 'several shops' },
        { id: value, label: name, onSelect },
      ];
    }
    const isFirst = platform !== undefined && choices[index - 1]?.platform !== platform;
    return [
      isFirst && {
        kind: 'heading',
        id: `of ${platform}`,
        label: partnerName(platform),
      },
      {
        kind: 'choice',
        id: value,
        label: name,
        chosen: chosen?.value === value,
        ...(platform && { icon: <PartnerMark partner={platform} size={16} /> }),
        onSelect,
      },
    ];
  });
  return (
    <MenuButton
      label={texts.shop}
      value={chosen?.name ?? texts.allShops}
      icon={chosen?.platform ? <PartnerMark partner={chosen.platform} size={16} /> : <StoreIcon />}
      entries={entries}
      disabled={disabled}
    />
  );
}

/** The same choice as a native select, for the sheet of a phone. */
export function ShopSelect({ filters, choices, onChoose }: ShopFilterProps) {
  return (
    <Select
      label={texts.shop}
      value={chosenShop(filters, choices)?.value ?? ''}
      options={choices}
      onValueChange={onChoose}
    />
  );
}
