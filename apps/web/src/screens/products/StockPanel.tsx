import type { Listing, ListingStock, ListingStockQuery } from '@seller-connect/contract';
import { Quiet, Skeleton } from '@seller-connect/ui';
import { TrendChart, type TrendPointLabel } from '@seller-connect/ui/charts';
import { TrendTable } from '@seller-connect/ui/charts/TrendTable.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './products.module.css';
import { CoverText } from './StockDialog.tsx';
import { texts } from './texts.ts';

const labels = texts.stockPanel;

const stockQuery = (query: ListingStockQuery) =>
  queryOptions({
    ...endpointQuery('readListingStock', { query }),
    staleTime: 0,
  });

/** Stock and sales of a product by day, with what its days of cover are computed from. */
export default function StockPanel({ product }: { readonly product: Listing }) {
  const { shopId: shop, itemId, skuId } = product;
  const query = useQuery(stockQuery({ shop, itemId, skuId }));
  const { data } = query;
  return (
    <div className={styles.panel}>
      <p>
        {product.name} <Quiet>{product.sellerSku}</Quiet>
      </p>
      {!data && query.isError && <LoadError title={labels.failed} query={query} explained />}
      {!data && !query.isError && <Skeleton shape="row" count={5} />}
      {data && (
        <>
          <StockFacts product={product} stock={data} />
          <StockCharts days={data.days} />
        </>
      )}
    </div>
  );
}

function StockFacts({
  product,
  stock: { daysOfCover, coverMissing, velocity },
}: {
  readonly product: Listing;
  readonly stock: ListingStock;
}) {
  const { number } = formats;
  const perDay = velocity && Math.round((10 * velocity.units) / velocity.days) / 10;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [labels.now, product.stock === null ? '–' : number(product.stock)],
    [
      labels.cover,
      <CoverText
        key="cover"
        product={{ daysOfCover, coverMissing: null, goneAt: product.goneAt }}
      />,
    ],
    [labels.perDay, perDay === null ? '–' : number(perDay)],
  ];
  const note =
    coverMissing === null ? null : knownText(texts.cover.missing, coverMissing, sharedTexts.other);
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>
              <Quiet>{name}</Quiet>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Quiet as="p">
        {note ?? (velocity && labels.velocity(number(velocity.units), number(velocity.days)))}
      </Quiet>
    </>
  );
}

function StockCharts({ days }: Pick<ListingStock, 'days'>) {
  const { number } = formats;
  const points = days.map(({ day }, index): TrendPointLabel => ({
    short: formats.shortDay(day),
    long: formats.day(day),
    ...(index === days.length - 1 && { open: labels.today }),
  }));
  const recorded = days.find(({ stock }) => stock !== null);
  const isRecorded = recorded !== undefined && recorded !== days.at(-1);
  const known = days.flatMap(({ stock }) => stock ?? []);
  const soldOutDays = known.filter((stock) => stock <= 0).length;
  const textOf = (value: number | null | undefined) =>
    typeof value === 'number' ? number(value) : '–';
  const chart = {
    points,
    axis: { minStep: 1, axisText: number },
    labels: {
      showTable: labels.showTable,
      showChart: labels.showChart,
      point: labels.day,
      keys: labels.keys,
    },
  };
  const units = days.reduce((sum, day) => sum + day.units, 0);
  return (
    <>
      {recorded && !isRecorded && (
        <Quiet as="p">{labels.recordedFrom(formats.day(recorded.day))}</Quiet>
      )}
      {isRecorded && (
        <section>
          <h3>{labels.stock}</h3>
          <TrendChart
            table={TrendTable}
            {...chart}
            title={labels.stock}
            summary={labels.stockSummary(number(Math.max(...known)), number(soldOutDays))}
            series={[
              {
                id: 'stock',
                name: labels.stock,
                look: 'area',
                values: days.map(({ stock }) => stock),
                textOf: (index) => textOf(days[index]?.stock),
              },
            ]}
          />
          {days[0]?.stock === null && (
            <Quiet as="p">{labels.recordedFrom(formats.day(recorded.day))}</Quiet>
          )}
        </section>
      )}
      <section>
        <h3>{labels.units}</h3>
        <TrendChart
          table={TrendTable}
          {...chart}
          title={labels.units}
          summary={labels.unitsSummary(number(units))}
          series={[
            {
              id: 'units',
              name: labels.units,
              look: 'area',
              color: 'var(--series-2)',
              values: days.map((day) => day.units),
              textOf: (index) => textOf(days[index]?.units),
            },
          ]}
        />
      </section>
    </>
  );
}
