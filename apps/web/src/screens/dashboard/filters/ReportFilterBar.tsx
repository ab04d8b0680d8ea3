import type { Platform, Shop } from '@seller-connect/contract';
import { previousCampaignDay, campaignName } from '@seller-connect/contract/campaign-days';
import { Select, SegmentedControl } from '@seller-connect/ui';
import { shopOptions } from '../../../shops/shopFilter.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import styles from './ReportFilterBar.module.css';
import { texts } from '../texts.ts';
import { selectedCampaign, type ReportFilters } from './filters.ts';

export interface ReportFilterBarProps {
  readonly filters: ReportFilters;
  /** Undefined while loading. The selects are disabled then, not hidden, because most sellers have several shops. */
  readonly shops: readonly Shop[] | undefined;
  /** Currencies in which the shops sell. */
  readonly currencies: readonly string[];
  readonly onChange: (filters: ReportFilters) => void;
}

const all = '';
const previous = 'previous';

/** Filters of the report: comparison, marketplace, shop and currency. Controls without a choice are hidden. */
export function ReportFilterBar({ filters, shops, currencies, onChange }: ReportFilterBarProps) {
  const { shop, platform, currency, compare, ...rest } = filters;
  const withoutShop = {
    ...rest,
    ...(compare === undefined ? {} : { compare }),
    ...(platform === undefined ? {} : { platform }),
  };
  const loaded = shops ?? [];
  const waits = shops === undefined;
  const platforms = [...new Set(loaded.map((each) => each.platform))];
  const choices = shopOptions(
    loaded.filter((each) => platform === undefined || each.platform === platform),
  );
  return (
    <div className={styles.filters}>
      {currencies.length > 1 && (
        <SegmentedControl
          label={texts.currency}
          value={currency ?? currencies[0] ?? null}
          options={currencies.map((value) => ({ value, label: value }))}
          onValueChange={(chosen) =>
            onChange({ ...withoutShop, ...(shop === undefined ? {} : { shop }), currency: chosen })
          }
        />
      )}
      <ComparisonSelect filters={filters} onChange={onChange} />
      {(waits || platforms.length > 1) && (
        <Select
          label={texts.platform}
          compact
          disabled={waits}
          value={waits ? all : (platform ?? all)}
          options={[
            { value: all, label: texts.allPlatforms },
            ...platforms.map((value) => ({ value, label: sharedTexts.partners[value] })),
          ]}
          onValueChange={(chosen: Platform | '') => {
            const { platform: _platform, ...others } = withoutShop;
            onChange({ ...others, ...(chosen === all ? {} : { platform: chosen }) });
          }}
        />
      )}
      {(waits || choices.length > 1) && (
        <Select
          label={texts.shop}
          compact
          disabled={waits}
          value={waits ? all : (shop ?? all)}
          options={[{ value: all, label: texts.allShops }, ...choices]}
          onValueChange={(chosen) =>
            onChange({ ...withoutShop, ...(chosen === all ? {} : { shop: chosen }) })
          }
        />
      )}
    </div>
  );
}

function ComparisonSelect({
  filters,
  onChange,
}: Pick<ReportFilterBarProps, 'filters' | 'onChange'>) {
  const { compare, ...rest } = filters;
  const campaign = selectedCampaign(filters);
  const before = campaign === null ? null : campaignName(previousCampaignDay(campaign));
  return (
    <Select
      label={texts.compare}
      compact
      value={compare ?? previous}
      options={[
        { value: previous, label: texts.compareWith[comparisonLabelKey(filters)] },
        ...(before === null
          ? []
          : [{ value: 'campaign' as const, label: texts.compareWithCampaign(before) }]),
        { value: 'year', label: texts.compareWith.year },
      ]}
      onValueChange={(chosen) =>
        onChange(chosen === previous ? rest : { ...rest, compare: chosen })
      }
    />
  );
}

/** Returns the text key for the preceding period. */
function comparisonLabelKey({
  period,
  from,
  to,
}: ReportFilters): 'yesterday' | 'day' | 'month' | 'period' {
  if (period === 'today') return 'yesterday';
  if (period === 'month' || period === 'last_month') return 'month';
  return period === 'custom' && from === to ? 'day' : 'period';
}
