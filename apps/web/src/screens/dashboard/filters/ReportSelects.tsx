import { previousCampaignDay, campaignName } from '@seller-connect/contract/campaign-days';
import { Select } from '@seller-connect/ui';
import { texts } from '../texts.ts';
import { selectedCampaign, type ReportFilters } from './filters.ts';

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
