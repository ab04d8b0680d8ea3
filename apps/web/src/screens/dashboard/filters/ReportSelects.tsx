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

/** Selects what the period is compared with. */
export function ComparisonSelect({ filters, onChange, compact = false }: ReportSelectProps) {
  const { compare, ...rest } = filters;
  const campaign = selectedCampaign(filters);
  const before = campaign === null ? null : campaignName(previousCampaignDay(campaign));
  return (
    <Select
      label={texts.compare}
      compact={compact}
      value={compare ?? previous}
      options={[
        { value: previous, label: texts.compareWith[comparisonLabelKey(filters)] },
        ...(before === null
          ? []
          : [{ value: 'campaign' as const, label: texts.compareWithCampaign(before) }]),
        ...(filters.period === 'year'
          ? []
          : [{ value: 'year' as const, label: texts.compareWith.year }]),
      ]}
      onValueChange={(chosen) =>
        onChange(chosen === previous ? rest : { ...rest, compare: chosen })
      }
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
