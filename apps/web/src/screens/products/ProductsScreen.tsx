import { BoxIcon, Checkbox, EmptyState, LinkButton, PageHeader, Select } from '@seller-connect/ui';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ListingQuery } from '@seller-connect/contract';
import { core } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { shopOptions } from '../../shops/shopOptions.ts';
import { DownloadMenu, ListBlock, useLastPage, useListAddress } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import { ProductTable } from './ProductTable.tsx';
import styles from './products.module.css';
import { texts } from './texts.ts';
import { addressOf, filterOf, queryOf, readView, type ProductView } from './filters.ts';

const all = '';

const listingsQuery = (query: ListingQuery) =>
  queryOptions({
    queryKey: queryKey('listListings', query),
    queryFn: ({ signal }) => core().call('listListings', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** What the shops offer, as last read: searched, filtered, sorted and paged in the address. */
export function ProductsScreen() {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const view = readView(address);
  const list = useListAddress('/products');
  const products = useQuery(listingsQuery(queryOf(view)));
  const shops = useQuery(shopsQuery);
  const choices = shopOptions(shops.data?.items ?? []);
  const change = (part: Partial<ProductView>) => addressOf({ ...view, page: 1, ...part });
  useLastPage(products.data, (page) => list.refine(addressOf({ ...view, page })));
  const filtered = view.search.trim() !== '' || view.shop !== null || view.soldOut;

  return (
    <div className={styles.screen}>
      <PageHeader
        title={texts.title}
        actions={
          <DownloadMenu
            name={texts.file}
            disabled={!products.data?.total}
            fetchFile={(format) =>
              core().download('exportListings', { query: { ...filterOf(view), format } })
            }
          />
        }
      >
        {texts.intro}
      </PageHeader>
      <ListBlock
        query={products}
        search={{
          label: texts.search,
          value: view.search,
          onSearch: (search) => list.refine(change({ search })),
        }}
        filters={
          <>
            {choices.length > 1 && (
              <Select
                compact
                label={texts.shop}
                value={view.shop ?? all}
                options={[{ value: all, label: texts.anyShop }, ...choices]}
                onValueChange={(shop) => list.go(change({ shop: shop === all ? null : shop }))}
              />
            )}
            <Checkbox
              label={texts.soldOut}
              checked={view.soldOut}
              onChange={(event) => list.go(change({ soldOut: event.currentTarget.checked }))}
            />
          </>
        }
        filtered={filtered}
        onClear={() => list.go(change({ search: '', shop: null, soldOut: false }))}
        count={(found) => (filtered ? texts.found : texts.count)(found, formats.number(found))}
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
        hrefOf={(page) => list.hrefOf(addressOf({ ...view, page }))}
      >
        {(rows, busy) => (
          <ProductTable
            rows={rows}
            busy={busy}
            sort={view.sort}
            onSort={(sort) => list.go(change({ sort }))}
          />
        )}
      </ListBlock>
    </div>
  );
}
