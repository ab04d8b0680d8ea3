import { EmptyState, LinkButton, OrdersIcon, PageHeader } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import {
  DayRange,
  DownloadMenu,
  ListBlock,
  useLastPage,
  useListAddress,
} from '../../lists/index.ts';
import { core } from '../../api/index.ts';
import { useKeyedState } from '../../forms/index.ts';
import { formats } from '../../i18n/index.ts';
import { Filters } from './OrderFilterBar.tsx';
import { OfSales } from './SalesFilterChips.tsx';
import { OrderTable } from './OrderTable.tsx';
import styles from './orders.module.css';
import { ordersQuery } from './queries.ts';
import { texts } from './texts.ts';
import {
  addressOf,
  daysOf,
  everything,
  filterOf,
  isNarrowed,
  queryOf,
  readView,
  type OrderView,
} from './filters.ts';

/** Every order that was read, searched, narrowed and paged in the address. */
export function OrdersScreen() {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const view = readView(address);
  const list = useListAddress('/orders');
  const orders = useQuery(ordersQuery(queryOf(view)));
  const days = daysOf(view);
  const [typing, setTyping] = useKeyedState(
    JSON.stringify([view.period, view.days]),
    view.period === 'custom',
  );
  const change = (part: Partial<OrderView>) => addressOf({ ...view, page: 1, ...part });
  useLastPage(orders.data, (page) => list.refine(addressOf({ ...view, page })));
  const narrowed = isNarrowed(view);
  const isOfSales = view.basis === 'committed';

  return (
    <div className={styles.screen}>
      <PageHeader
        title={texts.title}
        actions={
          <DownloadMenu
            name={texts.file}
            disabled={!orders.data?.total}
            fetchFile={(format) =>
              core().download('exportOrders', { query: { ...filterOf(view), format } })
            }
          />
        }
      >
        {texts.intro}
      </PageHeader>
      <ListBlock
        query={orders}
        search={{
          label: texts.search,
          value: view.search,
          onSearch: (search) => list.refine(change({ search })),
        }}
        filters={
          <Filters
            view={view}
            typing={typing}
            onTyping={setTyping}
            onChange={(part) => list.go(change(part))}
          />
        }
        moreFilters={
          (typing || isOfSales) && (
            <>
              {typing && (
                <DayRange
                  key={days && `${days.from} ${days.to}`}
                  shown={days}
                  onChoose={(chosen) => list.go(change({ period: 'custom', days: chosen }))}
                />
              )}
              {isOfSales && (
                <OfSales
                  view={view}
                  product={orders.data?.product ?? null}
                  onChange={(part) => list.go(change(part))}
                />
              )}
            </>
          )
        }
        filtered={narrowed}
        onClear={() => {
          setTyping(false);
          list.go(change(everything));
        }}
        count={(total) => {
          const text = formats.number(total);
          if (orders.data?.more) return texts.more(text);
          return (narrowed ? texts.found : texts.count)(total, text);
        }}
        failed={texts.failed}
        empty={
          <EmptyState
            title={texts.empty}
            icon={<OrdersIcon size={24} />}
            action={<LinkButton href="/connect">{texts.connect}</LinkButton>}
          >
            {texts.emptyText}
          </EmptyState>
        }
        hrefOf={(page) => list.hrefOf(addressOf({ ...view, page }))}
      >
        {(rows, busy) => <OrderTable rows={rows} basis={view.basis} busy={busy} />}
      </ListBlock>
    </div>
  );
}
