import { Lines, Quiet, Table, TextLink, type RowCard } from '@seller-connect/ui';
import type { Price, PriceSort } from '@seller-connect/contract';
import { sortProps } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
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
      cardOf={cardOf}
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
            <Lines>
              <TextLink href={hrefOf(price)}>{price.name}</TextLink>
              <Quiet>{price.sku}</Quiet>
            </Lines>
          ),
        },
        {
          id: 'brand',
          header: texts.brand,
          sortable: true,
          firstDirection: 'ascending',
          render: brandName,
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

const hrefOf = ({ sku }: Price) => `/pricing/${encodeURIComponent(sku)}`;

function brandName({ brand }: Price): string {
  return brand.status === 'Active' ? brand.name : texts.inactiveBrand(brand.name);
}

/** Name and list price; SKU and floor price; brand and first day. */
function cardOf(price: Price): RowCard {
  const { name, sku, listPrice, floorPrice, currency, validFrom } = price;
  return {
    href: hrefOf(price),
    title: name,
    value: formats.money(listPrice, currency),
    text: <Quiet>{sku}</Quiet>,
    textEnd: texts.floorOf(formats.money(floorPrice, currency)),
    detail: brandName(price),
    detailEnd: texts.from(formats.day(validFrom)),
  };
}
