import {
  Button,
  CoinsIcon,
  EmptyState,
  LinkButton,
  PageHeader,
  PlusIcon,
  Page,
  useIsPhone,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ListCard, ListFilters, useUrlState, FilterSelect } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import { BulkPriceChange, type BulkTarget } from './bulk/BulkPriceChange.tsx';
import { PriceTable } from './PriceTable.tsx';
import styles from './pricing.module.css';
import { pricedBrandsQuery, pricesQuery } from './queries.ts';
import { texts } from './texts.ts';
import { usePriceSelection } from './usePriceSelection.ts';
import { toFilter, toQuery, priceFilters, sorts } from './filters.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the bulk change that this entry shows. */
    bulkPriceChange?: string;
  }
}

/** The price list, with search, filter, sort order and page in the address. Changes a single price or many at once. */
export default function PricingScreen() {
  const list = useUrlState('/pricing', priceFilters);
  const { filters } = list;
  const prices = useQuery(pricesQuery(toQuery(filters)));
  const brands = useQuery(pricedBrandsQuery);
  const chosen = usePriceSelection(filters);
  const bulk = useBulkChange();
  // The list begins in the upper half of a phone.
  const isPhone = useIsPhone();
  const filtered = filters.search.trim() !== '' || filters.brand !== null;
  const total = prices.data?.total ?? 0;
  const count = chosen.all ? total : chosen.skus.size;

  const heading = useRef<HTMLHeadingElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  const isChanging = bulk.target !== null;
  const wasChanging = useRef(isChanging);
  useEffect(() => {
    // After a change nothing is selected, so that its button is gone.
    if (wasChanging.current && !isChanging) (changeButton.current ?? heading.current)?.focus();
    wasChanging.current = isChanging;
  }, [isChanging]);

  if (bulk.target !== null) {
    return (
      <BulkPriceChange
        {...bulk.target}
        onDone={() => {
          chosen.clear();
          bulk.close();
        }}
        onCancel={bulk.close}
      />
    );
  }

  return (
    <Page>
      <PageHeader
        title={texts.title}
        headingRef={heading}
        actions={
          <LinkButton variant="primary" href="/pricing/new" icon={<PlusIcon />}>
            {texts.add}
          </LinkButton>
        }
      >
        {isPhone ? undefined : texts.intro}
      </PageHeader>
      <ListCard
        query={prices}
        list={list}
        texts={texts}
        filters={
          <ListFilters
            count={filters.brand === null ? 0 : 1}
            onClear={() => list.set({ brand: null, sort: 'name' })}
            sort={{
              value: filters.sort,
              sorts,
              names: texts.sorts,
              onSort: (sort) => list.set({ sort }),
            }}
          >
            {(compact) => (
              <FilterSelect
                compact={compact}
                label={texts.filterBrand}
                all={texts.anyBrand}
                value={filters.brand}
                options={(brands.data?.items ?? []).map(({ code, name, products }) => ({
                  value: code,
                  label: texts.brandOption(name, formats.number(products)),
                }))}
                onValueChange={(brand) => list.set({ brand })}
              />
            )}
          </ListFilters>
        }
        filtered={filtered}
        onClear={() => list.set({ search: '', brand: null })}
        empty={
          <EmptyState
            title={texts.empty}
            icon={<CoinsIcon size={24} />}
            action={<LinkButton href="/pricing/new">{texts.add}</LinkButton>}
          >
            {texts.emptyText}
          </EmptyState>
        }
      >
        {({ items: rows }, busy) => (
          <>
            {count > 0 && (
              <div className={styles.chosen} role="group" aria-label={texts.select.change}>
                <span role="status">{texts.select.chosen(formats.number(count))}</span>
                <Button
                  ref={changeButton}
                  size="small"
                  onClick={() =>
                    bulk.open({
                      target: chosen.all
                        ? { filter: toFilter(filters) }
                        : { skus: [...chosen.skus] },
                      count,
                    })
                  }
                >
                  {texts.select.change}
                </Button>
                <Button size="small" variant="quiet" onClick={chosen.clear}>
                  {texts.select.clear}
                </Button>
                {!chosen.all && total > count && (
                  <Button size="small" variant="quiet" onClick={chosen.chooseAll}>
                    {texts.select.all(formats.number(total))}
                  </Button>
                )}
              </div>
            )}
            <PriceTable
              rows={rows}
              busy={busy}
              sort={filters.sort}
              onSort={(sort) => list.set({ sort })}
              chosen={chosen}
            />
          </>
        )}
      </ListCard>
    </Page>
  );
}

/** Gives the bulk change a history entry of its own, so that the back button leads to the list and its selection. */
function useBulkChange() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const shown = useRouterState({ select: ({ location }) => location.state.bulkPriceChange });
  const [opened, setOpened] = useState<{ id: string; target: BulkTarget } | null>(null);
  return {
    /** Null while the list is shown, and on an entry of an earlier page load, whose selection is lost. */
    target: opened !== null && opened.id === shown ? opened.target : null,
    open(target: BulkTarget) {
      const id = crypto.randomUUID();
      setOpened({ id, target });
      void navigate({ to: '.', search: true, state: { bulkPriceChange: id } });
    },
    close() {
      setOpened(null);
      history.back();
    },
  };
}
