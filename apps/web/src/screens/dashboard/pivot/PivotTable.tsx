import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportBreakdown } from '@seller-connect/contract';
import { metricOrderFilters } from '@seller-connect/contract/metric-orders';
import {
  Button,
  DownloadIcon,
  SegmentedControl,
  Select,
  Skeleton,
  Table,
  TextLink,
  type TableColumn,
  type TableSort,
} from '@seller-connect/ui';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';
import { fromE4 } from '../../../i18n/decimalAmounts.ts';
import { formats, partnerName } from '../../../i18n/index.ts';
import { csvFile } from '../../../lists/download/csv.ts';
import { downloadBlob } from '../../../lists/download/downloadBlob.ts';
import { ShopName } from '../../../shops/ShopName.tsx';
import { CardError } from '../CardError.tsx';
import { ordersHref, type SalesScope } from '../filters/drillDown.ts';
import { pivotMetrics, type PivotMetric, type ReportFilters } from '../filters/filters.ts';
import { fromTableSort, toTableSort } from '../../../lists/listParams.ts';
import { sortRows } from '../../../lists/sortRows.ts';
import { texts as home } from '../texts.ts';
import { fetchAllRows } from './fetchAllRows.ts';
import {
  maxDaysOfWeeks,
  pivotOf,
  type Pivot,
  type PivotColumn,
  type PivotRow,
  type PivotUnit,
} from './pivot.ts';
import styles from './PivotTable.module.css';
import { texts } from './texts.ts';

const metricFields = {
  gmv: 'gmv',
  netSales: 'net_sales',
  orders: 'orders',
  units: 'units',
} as const satisfies Record<PivotMetric, string>;

export interface PivotTableProps {
  /** The breakdown by shop, whose shops, days and currency the table has. */
  readonly data: ReportBreakdown;
  readonly filters: ReportFilters;
  readonly scope: SalesScope;
  readonly onChange: (filters: ReportFilters) => void;
}

/** Sales of each shop by week or month, with totals. Each amount leads to its orders. */
export default function PivotTable({ data, filters, scope, onChange }: PivotTableProps) {
  const metric = filters.pivotMetric ?? 'gmv';
  const sort = toTableSort(filters.sort ?? '-total');
  const { period, currency, items } = data;
  const hasWeeks = period.days <= maxDaysOfWeeks;
  const unit: PivotUnit = hasWeeks ? (filters.pivot ?? 'week') : 'month';
  const query = {
    dataSet: 'shop_day',
    fields: ['shop_id', unit, metricFields[metric]],
    dateRange: { from: period.from, to: period.to },
    shops: items.map(({ key }) => key),
    currency,
    pageSize: 10_000,
  };
  const result = useQuery({
    ...endpointQuery('queryReports', { body: query, background: true }),
    queryFn: ({ signal }) => fetchAllRows(signal, query),
    placeholderData: keepPreviousData,
  });
  const { error, isPlaceholderData } = result;
  // Rows of another metric or unit must not stand below the new headings.
  const rows = isPlaceholderData ? undefined : result.data;
  const pivot = rows && pivotOf(rows, period, unit, query.shops);
  const name = home.metrics[metric].name;
  const shops = new Map(items.map((item) => [item.key, item]));
  const isMoney = metric === 'gmv' || metric === 'netSales';
  const textOf = (amountE4: bigint) =>
    isMoney ? formats.money(fromE4(amountE4), currency) : formats.number(Number(fromE4(amountE4)));
  return (
    <div className={styles.pivot}>
      <div className={styles.controls}>
        <Select
          label={texts.metric}
          compact
          value={metric}
          options={pivotMetrics.map((value) => ({ value, label: home.metrics[value].name }))}
          onValueChange={(chosen) =>
            onChange({ ...filters, pivotMetric: chosen === 'gmv' ? undefined : chosen })
          }
        />
        {hasWeeks ? (
          <SegmentedControl
            label={texts.unit}
            value={unit}
            options={(['week', 'month'] as const).map((value) => ({
              value,
              label: texts.units[value],
            }))}
            onValueChange={(chosen) => onChange({ ...filters, pivot: chosen, sort: undefined })}
          />
        ) : (
          <p className={styles.note}>{texts.onlyMonths}</p>
        )}
        <Button
          size="small"
          icon={<DownloadIcon />}
          disabled={!pivot}
          onClick={() => {
            if (!pivot) return;
            const nameOf = (shopId: string) => shops.get(shopId)?.name ?? '';
            const platformOf = (shopId: string) => {
              const platform = shops.get(shopId)?.platform;
              return platform ? partnerName(platform) : '';
            };
            const table = csvRows(
              pivot,
              isMoney ? `${name} (${currency})` : name,
              nameOf,
              platformOf,
            );
            const file = `${texts.file}-${metricFields[metric]}-${period.from}-${period.to}.csv`;
            downloadBlob(csvFile(table), file);
          }}
        >
          {texts.download}
        </Button>
      </div>
      {error && !rows && <CardError title={texts.failed} query={result} />}
      {!rows && !error && <Skeleton shape="row" count={4} />}
      {rows && rows.meta.daysLoading > 0 && (
        <p className={styles.note}>{texts.loading(rows.meta.daysLoading)}</p>
      )}
      {pivot && (
        <Table
          caption={texts.caption(name)}
          compact
          columns={tableColumns(pivot)}
          rows={sortPivot(pivot, sort)}
          rowKey={({ shopId }) => shopId}
          sort={sort}
          onSort={(by) => onChange({ ...filters, sort: fromTableSort(by) })}
        />
      )}
    </div>
  );

  function tableColumns({ columns, totals }: Pivot): TableColumn<PivotRow>[] {
    return [
      {
        id: 'shop',
        header: texts.shop,
        render: ({ shopId }) => {
          const shop = shops.get(shopId);
          return (
            shop && (
              <ShopName partner={shop.platform} size={16}>
                {shop.name}
              </ShopName>
            )
          );
        },
        total: texts.total,
      },
      // In front, where it is seen without scrolling.
      amountColumn('total', texts.total, period, totals, ({ total }) => total),
      ...columns.map((column, index) =>
        amountColumn(
          column.from,
          columnName(column),
          column,
          totals,
          ({ amounts }) => amounts[index] ?? 0n,
        ),
      ),
    ];
  }

  function amountColumn(
    id: string,
    header: string,
    days: PivotColumn,
    totals: PivotRow,
    amountOf: (row: PivotRow) => bigint,
  ): TableColumn<PivotRow> {
    const { basis: _basis, ...ofMetric } = metricOrderFilters[metric];
    const render = (row: PivotRow) => {
      const amount = amountOf(row);
      const part = { ...ofMetric, ...(row === totals ? {} : { shop: row.shopId }) };
      return (
        <TextLink
          quiet
          href={amount === 0n ? undefined : ordersHref(scope, days, part)}
          data-cell={`${row.shopId} ${id}`}
          data-value={fromE4(amount)}
        >
          {textOf(amount)}
        </TextLink>
      );
    };
    return { id, header, align: 'end', sortable: true, render, total: render(totals) };
  }
}

const columnName = ({ from, to }: PivotColumn) =>
  formats.range(formats.shortDay(from), formats.shortDay(to));

function sortPivot({ columns, rows }: Pivot, sort: TableSort): PivotRow[] {
  const index = columns.findIndex(({ from }) => from === sort.column);
  return sortRows(rows, ({ total, amounts }) => (index < 0 ? total : (amounts[index] ?? 0n)), sort);
}

/** Returns the table as text, with a first line of headings and a last one of totals. */
function csvRows(
  { columns, rows, totals }: Pivot,
  title: string,
  nameOf: (shopId: string) => string,
  platformOf: (shopId: string) => string,
): string[][] {
  const amountsOf = ({ amounts, total }: PivotRow) => [...amounts, total].map(fromE4);
  return [
    [
      texts.shop,
      texts.marketplace,
      ...columns.map(({ from, to }) => `${from}/${to}`),
      `${texts.total}: ${title}`,
    ],
    ...rows.map((row) => [nameOf(row.shopId), platformOf(row.shopId), ...amountsOf(row)]),
    [texts.total, '', ...amountsOf(totals)],
  ];
}
