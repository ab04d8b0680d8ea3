import {
  EmptyState,
  OrdersIcon,
  PageHeader,
  Page,
  useIsPhone,
  StatusTabs,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { OrderStage } from '@seller-connect/contract';
import { exportFields } from '../../lists/columns/columns.ts';
import {
  ColumnsButton,
  DateRangeForm,
  DownloadMenu,
  ListCard,
  useUrlState,
} from '../../lists/index.ts';
import { coreClient } from '../../api/index.ts';
import { useKeyedState } from '../../forms/index.ts';
import { formats } from '../../i18n/index.ts';
import { ConnectShopLink } from '../../onboarding/ConnectShopLink.tsx';
import { formatShopFilter } from '../../shops/shopFilter.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { PrintFacts } from '../../print/PrintFacts.tsx';
import { texts as print } from '../../print/texts.ts';
import { SavedViewsButton } from '../../saved-views/SavedViewsButton.tsx';
import { OrderFilterBar, OrderFilterChips } from './OrderFilterBar.tsx';
import { OrderTable } from './OrderTable.tsx';
import { orderTotalsQuery, ordersQuery, orderCountsQuery } from './queries.ts';
import { texts } from './texts.ts';
import {
  countFilters,
  toDateRange,
  emptyFilters,
  toFilter,
  hasActiveFilters,
  toQuery,
  orderColumns,
  orderFields,
  orderFilters,
  stages,
  type OrderListFilters,
} from './filters.ts';

/** Lists all synced orders. Search, filters and page are in the address. */
export default function OrdersScreen() {
  const list = useUrlState('/orders', orderFilters);
  const { filters } = list;
  const orders = useQuery(ordersQuery(toQuery(filters)));
  const totals = useQuery(orderTotalsQuery(toFilter(filters)));
  const fields = exportFields(orderColumns, filters.columns, orderFields);
  const shops = useQuery(shopsQuery);
  const days = toDateRange(filters);
  const [typing, setTyping] = useKeyedState(
    JSON.stringify([filters.period, filters.days]),
    filters.period === 'custom',
  );
  // The list begins in the upper half of a phone.
  const isPhone = useIsPhone();
  const narrowed = hasActiveFilters(filters);
  const hasChips = countFilters(filters, { isPhone: false }) > 0;

  const { data } = orders;
  // The total of a narrowed list is not that of all stages.
  const ofAll = filters.stage === null && !orders.isPlaceholderData ? data : undefined;
  const count = ofAll && formats.number(ofAll.total);
  const totalText = count !== undefined && ofAll?.more ? texts.atLeast(count) : count;

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <SavedViewsButton path="/orders" url={orderFilters} filters={filters} />
            <DownloadMenu
              name={texts.file}
              disabled={!orders.data?.total}
              fetchFile={(format) =>
                coreClient().download('exportOrders', {
                  query: {
                    ...toFilter(filters),
                    ...(fields === undefined ? {} : { fields }),
                    format,
                  },
                })
              }
            />
          </>
        }
      >
        {isPhone ? undefined : texts.intro}
      </PageHeader>
      <PrintFacts
        facts={[
          [print.scope, formatShopFilter(filters, shops.data?.items, texts.anyShop)],
          [
            texts.period[filters.basis],
            days ? formats.range(formats.day(days.from), formats.day(days.to)) : texts.periods.all,
          ],
          [texts.stage, filters.stage === null ? texts.anyStage : texts.stages[filters.stage]],
          [print.search, filters.search],
        ]}
      />
      <ListCard
        query={orders}
        list={list}
        texts={orders.data?.more ? { ...texts, count: texts.more, found: texts.more } : texts}
        tabs={<StageTabs filters={filters} total={totalText} hrefOf={list.hrefOf} />}
        filters={
          <>
            <OrderFilterBar
              filters={filters}
              typing={typing}
              onTyping={setTyping}
              onChange={(part) => list.set(part)}
            />
            {!isPhone && (
              <ColumnsButton
                set={orderColumns}
                names={{ ...texts.columns, time: texts.columns[filters.basis], shop: texts.shop }}
                choice={filters.columns}
                onChange={(columns) => list.replace({ columns, page: filters.page })}
              />
            )}
          </>
        }
        moreFilters={
          (typing || hasChips) && (
            <>
              {typing && (
                <DateRangeForm
                  shown={days}
                  onChoose={(chosen) => list.set({ period: 'custom', days: chosen })}
                />
              )}
              {hasChips && (
                <OrderFilterChips
                  filters={filters}
                  product={orders.data?.product ?? null}
                  onChange={(part) => list.set(part)}
                />
              )}
            </>
          )
        }
        filtered={narrowed}
        onClear={() => {
          setTyping(false);
          list.set(emptyFilters);
        }}
        empty={
          <EmptyState
            title={texts.empty}
            icon={<OrdersIcon size={24} />}
            action={<ConnectShopLink />}
          >
            {texts.emptyText}
          </EmptyState>
        }
      >
        {({ items }, busy) => (
          <OrderTable
            rows={items}
            totals={totals}
            basis={filters.basis}
            choice={filters.columns}
            sort={filters.sort}
            onSort={(sort) => list.set({ sort })}
            busy={busy}
          />
        )}
      </ListCard>
    </Page>
  );
}

interface StageTabsProps {
  readonly filters: OrderListFilters;
  /** Number of orders of all stages, formatted; undefined while unknown. */
  readonly total: string | undefined;
  readonly hrefOf: (part: Partial<OrderListFilters>) => string;
}

/** The stages of an order with the number of orders that match the other filters. */
function StageTabs({ filters, total, hrefOf }: StageTabsProps) {
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
