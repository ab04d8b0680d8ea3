import {
  Button,
  CoinsIcon,
  EmptyState,
  LinkButton,
  PageHeader,
  PlusIcon,
  Select,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ListBlock, useLastPage, useListAddress } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import { BulkChange } from './bulk/BulkPriceChange.tsx';
import { PriceTable } from './PriceTable.tsx';
import styles from './pricing.module.css';
import { pricedBrandsQuery, pricesQuery } from './queries.ts';
import { texts } from './texts.ts';
import { useChosen } from './usePriceSelection.ts';
import { addressOf, filterOf, queryOf, readView, type PriceView } from './filters.ts';

/** The price list: searched, filtered, sorted and paged in the address; one price or many are changed from it. */
export function PricingScreen() {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const view = readView(address);
  const list = useListAddress('/pricing');
  const prices = useQuery(pricesQuery(queryOf(view)));
  const brands = useQuery(pricedBrandsQuery);
  const chosen = useChosen(view);
  const [changing, setChanging] = useState(false);
  const change = (part: Partial<PriceView>) => addressOf({ ...view, page: 1, ...part });
  useLastPage(prices.data, (page) => list.refine(addressOf({ ...view, page })));
  const filtered = view.search.trim() !== '' || view.brand !== null;
  const total = prices.data?.total ?? 0;
  const count = chosen.all ? total : chosen.skus.size;

  if (changing) {
    return (
      <BulkChange
        target={chosen.all ? { filter: filterOf(view) } : { skus: [...chosen.skus] }}
        count={count}
        onDone={() => {
          chosen.clear();
          setChanging(false);
        }}
        onCancel={() => setChanging(false)}
      />
    );
  }

  return (
    <div className={styles.screen}>
      <PageHeader
        title={texts.title}
        actions={
          <LinkButton variant="primary" href="/pricing/new" icon={<PlusIcon />}>
            {texts.add}
          </LinkButton>
        }
      >
        {texts.intro}
      </PageHeader>
      <ListBlock
        query={prices}
        search={{
          label: texts.search,
          value: view.search,
          onSearch: (search) => list.refine(change({ search })),
        }}
        filters={
          <Select
            compact
            label={texts.filterBrand}
            value={view.brand ?? ''}
            options={[
              { value: '', label: texts.anyBrand },
              ...(brands.data?.items ?? []).map(({ code, name, products }) => ({
                value: code,
                label: texts.brandOption(name, formats.number(products)),
              })),
            ]}
            onValueChange={(code) => list.go(change({ brand: code === '' ? null : code }))}
          />
        }
        filtered={filtered}
        onClear={() => list.go(change({ search: '', brand: null }))}
        count={(found) => (filtered ? texts.found : texts.count)(found, formats.number(found))}
        failed={texts.failed}
        empty={
          <EmptyState
            title={texts.empty}
            icon={<CoinsIcon size={24} />}
            action={<LinkButton href="/pricing/new">{texts.add}</LinkButton>}
          >
            {texts.emptyText}
          </EmptyState>
        }
        hrefOf={(page) => list.hrefOf(addressOf({ ...view, page }))}
      >
        {(rows, busy) => (
          <>
            {count > 0 && (
              <div className={styles.chosen} role="group" aria-label={texts.select.change}>
                <span role="status">{texts.select.chosen(formats.number(count))}</span>
                {!chosen.all && total > count && (
                  <Button size="small" variant="quiet" onClick={chosen.chooseAll}>
                    {texts.select.all(formats.number(total))}
                  </Button>
                )}
                <Button size="small" variant="quiet" onClick={chosen.clear}>
                  {texts.select.clear}
                </Button>
                <Button size="small" onClick={() => setChanging(true)}>
                  {texts.select.change}
                </Button>
              </div>
            )}
            <PriceTable
              rows={rows}
              busy={busy}
              sort={view.sort}
              onSort={(sort) => list.go(change({ sort }))}
              chosen={chosen}
            />
          </>
        )}
      </ListBlock>
    </div>
  );
}
