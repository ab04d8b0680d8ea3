import {
  BoxIcon,
  Checkbox,
  EmptyState,
  LinkButton,
  PageHeader,
  Select,
  Page,
} from '@seller-connect/ui';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ListingQuery } from '@seller-connect/contract';
import { coreClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { shopOptions } from '../../shops/shopFilter.ts';
import { DownloadMenu, ListCard, useClampPage, useUrlState } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import { ProductTable } from './ProductTable.tsx';
import { texts } from './texts.ts';
import { toFilter, toQuery, productFilters } from './filters.ts';

const all = '';

const listingsQuery = (query: ListingQuery) =>
  queryOptions({
    queryKey: queryKey('listListings', query),
    queryFn: ({ signal }) => coreClient().call('listListings', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Lists the listings of all shops as of the last sync. Search, filters, sort order and page are in the address. */
export default function ProductsScreen() {
  const list = useUrlState('/products', productFilters);
  const { filters } = list;
  const products = useQuery(listingsQuery(toQuery(filters)));
  const shops = useQuery(shopsQuery);
  const choices = shopOptions(shops.data?.items ?? []);
  useClampPage(products.data, list);
  const filtered = filters.search.trim() !== '' || filters.shop !== null || filters.soldOut;

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={
          <DownloadMenu
            name={texts.file}
            disabled={!products.data?.total}
            fetchFile={(format) =>
              coreClient().download('exportListings', { query: { ...toFilter(filters), format } })
            }
          />
        }
      >
        {texts.intro}
      </PageHeader>
      <ListCard
        query={products}
        search={{
          label: texts.search,
          value: filters.search,
          onSearch: (search) => list.replace({ search }),
        }}
        filters={
          <>
            {choices.length > 1 && (
              <Select
                compact
                label={texts.shop}
                value={filters.shop ?? all}
                options={[{ value: all, label: texts.anyShop }, ...choices]}
                onValueChange={(shop) => list.set({ shop: shop === all ? null : shop })}
              />
            )}
            <Checkbox
              label={texts.soldOut}
              checked={filters.soldOut}
              onChange={(event) => list.set({ soldOut: event.currentTarget.checked })}
            />
          </>
        }
        filtered={filtered}
        onClear={() => list.set({ search: '', shop: null, soldOut: false })}
        count={(found) => (filtered ? texts.found : texts.count)(formats.number(found))}
        failed={texts.failed}
        empty={
          <EmptyState
            title={texts.empty}
            icon={<BoxIcon size={24} />}
            action={<LinkButton href="/connect">{texts.connect}</LinkButton>}
          >
            {texts.emptyText}
          </EmptyState>
        }
        hrefOf={(page) => list.hrefOf({ page })}
      >
        {(rows, busy) => (
          <ProductTable
            rows={rows}
            busy={busy}
            sort={filters.sort}
            onSort={(sort) => list.set({ sort })}
          />
        )}
      </ListCard>
    </Page>
  );
}
