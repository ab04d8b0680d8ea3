import type { OrderStage } from '@seller-connect/contract';
import { StatusTabs } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { formats } from '../../i18n/index.ts';
import { orderCountsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { stages, toFilter, type OrderListFilters } from './filters.ts';

export interface StageTabsProps {
  readonly filters: OrderListFilters;
  /** Number of orders of all stages, formatted; undefined while unknown. */
  readonly total: string | undefined;
  readonly hrefOf: (part: Partial<OrderListFilters>) => string;
}

/** The stages of an order with the number of orders that match the other filters. */
export function StageTabs({ filters, total, hrefOf }: StageTabsProps) {
  const { stage: _stage, ...others } = toFilter(filters);
  const { data, isPlaceholderData } = useQuery(orderCountsQuery(others));
  const counts = new Map(data?.stages.map((each) => [each.stage, each]));
  // The mapping knows all documented statuses, so an unknown one is rare.
  const visibleStages = stages.filter(
    (stage) => stage !== 'unknown' || filters.stage === stage || counts.get(stage)?.orders,
  );
  const countOf = (stage: OrderStage) => {
    const found = counts.get(stage);
    if (!found || isPlaceholderData) return undefined;
    const text = formats.number(found.orders);
    return found.more ? texts.atLeast(text) : text;
  };
  return (
    <StatusTabs
      label={texts.stageTabs}
      current={filters.stage ?? 'all'}
      tabs={[
        { id: 'all', name: texts.anyStage, href: hrefOf({ stage: null }), count: total },
        ...visibleStages.map((stage) => ({
          id: stage,
          name: texts.stages[stage],
          href: hrefOf({ stage }),
          count: countOf(stage),
        })),
      ]}
    />
  );
}
