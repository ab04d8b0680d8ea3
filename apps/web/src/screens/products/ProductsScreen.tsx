import { BoxIcon, EmptyState, PageHeader, StatusTabs, Page, useIsPhone } from '@seller-connect/ui';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ListingPage, ListingQuery, Shop } from '@seller-connect/contract';
import { coreClient } from '../../api/index.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { exportFields } from '../../lists/columns/columns.ts';
import {
  ColumnsButton,
  DownloadMenu,
  FilterSelect,
  ListCard,
  ListFilters,
  useUrlState,
} from '../../lists/index.ts';
import { listQuery } from '../../lists/listQuery.ts';
import { formats } from '../../i18n/index.ts';
import { ConnectShopLink } from '../../onboarding/ConnectShopLink.tsx';
import { PrintFacts } from '../../print/PrintFacts.tsx';
import { texts as print } from '../../print/texts.ts';
import { SavedViewsButton } from '../../saved-views/SavedViewsButton.tsx';
import { ProductTable } from './ProductTable.tsx';
import { texts } from './texts.ts';
import {
  productColumns,
  productFields,
  stockTabs,
  toQuery,
  productFilters,
  toFilter,
  sorts,
  type StockTab,
  type ProductListFilters,
} from './filters.ts';
import { formatShopFilter, shopOptions } from '../../shops/shopFilter.ts';

const tabNames: Readonly<Record<StockTab, string>> = {
  all: texts.all,
  lowStock: texts.low,
  soldOut: texts.none,
};

const listingsQuery = (query: ListingQuery) => listQuery('listListings', { query });

/** Lists the listings of all shops as of the last sync. Search, filters, sort order and page are in the address. */
export default function ProductsScreen() {
  const list = useUrlState('/products', productFilters);
  const { filters } = list;
  const products = useQuery(listingsQuery(toQuery(filters)));
  const shops = useQuery(shopsQuery);
  // The other tabs' lists are fetched for their numbers, which are needed when the tab is chosen.
  const lists = useQueries({
    queries: stockTabs.map((stock) => listingsQuery(toQuery({ ...filters, stock, page: 1 }))),
  });
  const isPhone = useIsPhone();
  const fields = exportFields(productColumns, filters.columns, productFields);
  const filtered = filters.search.trim() !== '' || filters.shop !== null || filters.stock !== 'all';

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <SavedViewsButton path="/products" url={productFilters} filters={filters} />
            <DownloadMenu
              name={texts.file}
              disabled={!products.data?.total}
              fetchFile={(format) =>
                coreClient().download('exportListings', {
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
          [texts.stockTabs, tabNames[filters.stock]],
          [print.search, filters.search],
        ]}
      />
      <ListCard
        query={products}
        list={list}
        texts={texts}
        tabs={
          <StatusTabs
            label={texts.stockTabs}
            current={filters.stock}
            tabs={stockTabs.map((stock, index) => ({
              id: stock,
              name: tabNames[stock],
              href: list.hrefOf({ stock }),
              count: countOf(lists[index]),
            }))}
          />
        }
        filters={
          <>
            <ProductFilterBar
              filters={filters}
              shops={shops.data?.items ?? []}
              onChange={(part) => list.set(part)}
            />
            {!isPhone && (
              <ColumnsButton
                set={productColumns}
                names={texts.columns}
                choice={filters.columns}
                onChange={(columns) => list.replace({ columns, page: filters.page })}
              />
            )}
          </>
        }
        filtered={filtered}
        onClear={() => list.set({ search: '', shop: null, stock: 'all' })}
        empty={
          <EmptyState title={texts.empty} icon={<BoxIcon size={24} />} action={<ConnectShopLink />}>
            {texts.emptyText}
          </EmptyState>
        }
      >
        {({ items, ...whole }, busy) => (
          <ProductTable
            rows={items}
            whole={whole}
            busy={busy}
            choice={filters.columns}
            sort={filters.sort}
            onSort={(sort) => list.set({ sort })}
          />
        )}
      </ListCard>
    </Page>
  );
}

/** Formats the number of products of a tab; undefined while it is unknown. */
function countOf(query: UseQueryResult<ListingPage> | undefined): string | undefined {
  return query?.data && !query.isPlaceholderData ? formats.number(query.data.total) : undefined;
}

interface ProductFilterBarProps {
  readonly filters: ProductListFilters;
  readonly shops: readonly Shop[];
  readonly onChange: (part: Partial<ProductListFilters>) => void;
}

/** Filter by shop and, on a phone, the sort order. */
function ProductFilterBar({ filters, shops, onChange }: ProductFilterBarProps) {
  const choices = shopOptions(shops);
  return (
    <ListFilters
      count={filters.shop === null ? 0 : 1}
      onClear={() => onChange({ shop: null, sort: 'name' })}
      sort={{
        value: filters.sort,
        sorts,
        names: texts.sorts,
        onSort: (sort) => onChange({ sort }),
      }}
    >
      {(compact) =>
        choices.length > 1 && (
          <FilterSelect
            compact={compact}
            label={texts.shop}
            all={texts.anyShop}
            value={filters.shop}
            options={choices}
            onValueChange={(shop) => onChange({ shop })}
          />
        )
      }
    </ListFilters>
  );
}
