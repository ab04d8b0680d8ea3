import { Table, TextLink } from '@seller-connect/ui';
import type { Price, PriceSort } from '@seller-connect/contract';
import { sortProps } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import styles from './pricing.module.css';
import { texts } from './texts.ts';
import type { PriceSelection } from './usePriceSelection.ts';
import { sorts } from './filters.ts';

export interface PriceTableProps {
  readonly rows: readonly Price[];
  readonly busy: boolean;
  readonly sort: PriceSort;
  readonly onSort: (sort: PriceSort) => void;
  readonly chosen: PriceSelection;
}

export function PriceTable({ rows, busy, sort, onSort, chosen }: PriceTableProps) {
  return (
    <Table
      caption={texts.caption}
      rows={rows}
      rowKey={(price) => price.sku}
      busy={busy}
      roomyCards
      {...sortProps(sort, sorts, onSort)}
      selection={{
        isChosen: (price) => chosen.all || chosen.skus.has(price.sku),
        onChoose: (prices, on) =>
          chosen.choose(
            prices.map(({ sku }) => sku),
            on,
          ),
        labelOf: (price) => texts.select.row(price.name),
        allLabel: texts.select.page,
      }}
      columns={[
        {
          id: 'name',
          header: texts.columns.name,
          sortable: true,
          firstDirection: 'ascending',
          render: (price) => (
            <span className={styles.product}>
              <TextLink href={`/pricing/${encodeURIComponent(price.sku)}`}>{price.name}</TextLink>
              <span className={styles.quiet}>{price.sku}</span>
            </span>
          ),
        },
        {
          id: 'brand',
          header: texts.brand,
          sortable: true,
          firstDirection: 'ascending',
          render: ({ brand }) =>
            brand.status === 'Active' ? brand.name : texts.inactiveBrand(brand.name),
        },
        {
          id: 'listPrice',
          header: texts.listPrice,
          align: 'end',
          sortable: true,
          render: (price) => formats.money(price.listPrice, price.currency),
        },
        {
          id: 'floorPrice',
          header: texts.floorPrice,
          align: 'end',
          sortable: true,
          render: (price) => formats.money(price.floorPrice, price.currency),
        },
        {
          id: 'validFrom',
          header: texts.validFrom,
          align: 'end',
          sortable: true,
          render: (price) => formats.day(price.validFrom),
        },
      ]}
    />
  );
}
