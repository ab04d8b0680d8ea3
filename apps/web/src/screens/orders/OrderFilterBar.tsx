import type { Platform } from '@seller-connect/contract';
import { Checkbox, Select } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { isAdAccount, shopOptions } from '../../shops/shopFilter.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';
import {
  emptySalesFilters,
  bases,
  payoutStates,
  periods,
  stages,
  type OrderListFilters,
} from './filters.ts';

const all = '';

export interface OrderFilterBarProps {
  readonly filters: OrderListFilters;
  /** Whether a custom range is being typed; it is written to the address once both days are entered. */
  readonly typing: boolean;
  readonly onTyping: (typing: boolean) => void;
  readonly onChange: (part: Partial<OrderListFilters>) => void;
}

/** Filters by marketplace, shop, stage, payout and days, and for flagged orders. */
export function OrderFilterBar({ filters, typing, onTyping, onChange }: OrderFilterBarProps) {
  const shops = useQuery(shopsQuery);
  const linked = (shops.data?.items ?? []).filter((shop) => !isAdAccount(shop));
  const { platform } = filters;
  const sold = linked.map((shop) => shop.platform);
  const platforms = [...new Set(platform === null ? sold : [...sold, platform])];
  // Most sellers have several shops, so the selects are shown, disabled, while the shops load.
  const isLoading = shops.isPending;
  const choices = shopOptions(
    linked.filter((shop) => platform === null || shop.platform === platform),
  );
  return (
    <>
      {(isLoading || platforms.length > 1) && (
        <Select
          compact
          disabled={isLoading}
          label={texts.platform}
          value={platform ?? all}
          options={[
            { value: all, label: texts.anyPlatform },
            ...platforms.map((value) => ({ value, label: sharedTexts.partners[value] })),
          ]}
          // Clears the shop, which may belong to another marketplace.
          onValueChange={(chosen: Platform | '') =>
            onChange({ platform: chosen === all ? null : chosen, shop: null })
          }
        />
      )}
      {(isLoading || choices.length > 1) && (
        <Select
          compact
          disabled={isLoading}
          label={texts.shop}
          value={filters.shop ?? all}
          options={[{ value: all, label: texts.anyShop }, ...choices]}
          onValueChange={(shop) => onChange({ shop: shop === all ? null : shop })}
        />
      )}
      <Select
        compact
        label={texts.stage}
        value={filters.stage ?? all}
        options={[
          { value: all, label: texts.anyStage },
          ...stages.map((value) => ({ value, label: texts.stages[value] })),
        ]}
        onValueChange={(stage) => onChange({ stage: stage === all ? null : stage })}
      />
      <Select
        compact
        label={texts.payout}
        value={filters.payout ?? all}
        options={[
          { value: all, label: texts.anyPayout },
          ...payoutStates.map((value) => ({ value, label: texts.payouts[value] })),
        ]}
        onValueChange={(payout) =>
          onChange(payout === all ? { payout: null } : { payout, basis: 'committed' })
        }
      />
      <Select
        compact
        label={texts.basis}
        value={filters.basis}
        options={bases.map((value) => ({ value, label: texts.bases[value] }))}
        onValueChange={(basis) =>
          onChange({ basis, ...(basis === 'created' ? emptySalesFilters : {}) })
        }
      />
      <Select
        compact
        label={texts.period[filters.basis]}
        value={typing ? 'custom' : filters.period}
        options={periods.map((value) => ({ value, label: texts.periods[value] }))}
        onValueChange={(period) => {
          onTyping(period === 'custom');
          if (period !== 'custom') onChange({ period, days: null });
        }}
      />
      <Checkbox
        label={texts.odd}
        checked={filters.odd}
        onChange={(event) => onChange({ odd: event.currentTarget.checked })}
      />
    </>
  );
}
