import {
  isSalesQuery,
  type ItemOutcome,
  type ListingFilter,
  type OrderFilter,
  type OrderStage,
} from '@seller-connect/contract';
import { Problem, type Language, type LocalizedText } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import { csvFile } from '../files/csv.ts';
import type { FileField, FileWriter } from '../files/file-format.ts';
import { xlsxFile } from '../files/xlsx.ts';
import type { Cell } from '../query/read-rows.ts';
import { findDataSet, findField } from '../query/parse-query.ts';
import { coverOf, velocityOf } from '../stock/cover.ts';
import type { StoredListing } from './listings.ts';
import { toOrderSummary } from './order-rows.ts';
import type { FileOrder } from './orders.ts';

/** Labels of order stages, as in the UI. */
const stageLabels: Record<OrderStage, LocalizedText> = {
  unpaid: { vi: 'Chưa thanh toán', en: 'Unpaid' },
  to_ship: { vi: 'Chờ lấy hàng', en: 'To ship' },
  shipping: { vi: 'Đang giao', en: 'Shipping' },
  delivered: { vi: 'Đã giao', en: 'Delivered' },
  completed: { vi: 'Hoàn thành', en: 'Completed' },
  cancelled: { vi: 'Đã huỷ', en: 'Canceled' },
  failed_delivery: { vi: 'Giao không thành công', en: 'Delivery failed' },
  unknown: { vi: 'Chưa rõ', en: 'Unknown' },
};

interface FileColumn<Row> {
  field: FileField;
  label: LocalizedText;
  cell(row: Row, language: Language): Cell;
}

/** Uses the column of a data set, so that exports of lists and of data sets have the same names and values. */
function dataSetColumn<Row>(
  dataSet: 'orders' | 'products',
  id: string,
  cell: FileColumn<Row>['cell'],
): FileColumn<Row> {
  const field = findField(findDataSet(dataSet), id);
  return { field, label: field.label, cell };
}

const orderColumns: readonly FileColumn<FileOrder>[] = [
  dataSetColumn('orders', 'order_id', (row) => row.orderId),
  dataSetColumn('orders', 'shop_name', (row) => row.shopName),
  dataSetColumn('orders', 'platform', (row) => row.platform),
  dataSetColumn('orders', 'created_day', (row) => row.createdDay),
  dataSetColumn('orders', 'created_at', (row) => row.createdAt),
  dataSetColumn('orders', 'committed_day', (row) => row.committedDay),
  {
    field: { id: 'stage', type: 'text', nullable: false },
    label: { vi: 'Trạng thái', en: 'Status' },
    cell: (row, language) => stageLabels[row.stage][language],
  },
  dataSetColumn('orders', 'is_cod', (row) => row.isCod),
  dataSetColumn('orders', 'payment_method', (row) => row.paymentMethod),
  {
    field: { id: 'products', type: 'text', nullable: false },
    label: { vi: 'Sản phẩm', en: 'Products' },
    cell: (row) => row.products?.join('; ') ?? '',
  },
  dataSetColumn('orders', 'units', (row) => BigInt(row.units)),
  dataSetColumn('orders', 'gmv', (row) => toDecimal(row.gmvE4)),
  dataSetColumn('orders', 'net_sales', (row) => toOrderSummary(row).netSales),
  dataSetColumn('orders', 'currency', (row) => row.currency),
];

const listingColumns: readonly FileColumn<StoredListing>[] = [
  dataSetColumn('products', 'product_name', (row) => row.name),
  dataSetColumn('products', 'seller_sku', (row) => row.sellerSku),
  dataSetColumn('products', 'sku_id', (row) => row.skuId),
  dataSetColumn('products', 'item_id', (row) => row.itemId),
  dataSetColumn('products', 'shop_name', (row) => row.shopName),
  dataSetColumn('products', 'platform', (row) => row.platform),
  dataSetColumn('products', 'status', (row) => row.status),
  dataSetColumn('products', 'price', (row) => toDecimal(row.priceE4)),
  dataSetColumn('products', 'special_price', (row) =>
    row.specialPriceE4 === null ? null : toDecimal(row.specialPriceE4),
  ),
  dataSetColumn('products', 'currency', (row) => row.currency),
  dataSetColumn('products', 'stock', (row) => (row.stock === null ? null : BigInt(row.stock))),
  {
    field: { id: 'days_of_cover', type: 'times', nullable: true },
    label: { vi: 'Số ngày còn bán', en: 'Days of cover' },
    cell: (row) => coverOf(row.stock, velocityOf(row)).daysOfCover,
  },
  dataSetColumn('products', 'updated_at', (row) => row.changedAt),
  {
    field: { id: 'gone_at', type: 'instant', nullable: true },
    label: { vi: 'Không còn trên sàn từ (UTC)', en: 'Off the marketplace since (UTC)' },
    cell: (row) => row.goneAt,
  },
];

/** The writer of a list's file, and the conversion of its rows to cells. */
export interface ListFile<Row> {
  writer: FileWriter;
  cellsOf(row: Row): Cell[];
}

interface FileQuery {
  format?: 'xlsx' | 'csv';
  /** The columns in their order, separated by commas. */
  fields?: string;
}

const titleLabels = {
  orders: { vi: 'Đơn hàng', en: 'Orders' },
  products: { vi: 'Sản phẩm', en: 'Products' },
};

type AppliedFilter = Pick<
  OrderFilter,
  | 'search'
  | 'stage'
  | 'from'
  | 'to'
  | 'basis'
  | 'outcome'
  | 'hour'
  | 'until'
  | 'sku'
  | 'payout'
  | 'currency'
>;

export const buildOrderFile = (
  query: OrderFilter & FileQuery,
  language: Language,
): ListFile<FileOrder> =>
  buildListFile(orderColumns, query, language, titleLabels.orders[language]);

export const buildListingFile = (
  query: ListingFilter & FileQuery,
  language: Language,
): ListFile<StoredListing> =>
  buildListFile(listingColumns, query, language, titleLabels.products[language]);

const propertyLabels = {
  search: { vi: 'Tìm theo', en: 'Search' },
  stage: { vi: 'Trạng thái', en: 'Status' },
  from: { vi: 'Đặt từ ngày', en: 'Order date from' },
  to: { vi: 'Đặt đến ngày', en: 'Order date to' },
  soldFrom: { vi: 'Chốt từ ngày', en: 'Sale date from' },
  soldTo: { vi: 'Chốt đến ngày', en: 'Sale date to' },
  basis: { vi: 'Tính theo', en: 'Date basis' },
  outcome: { vi: 'Chỉ đơn có hàng', en: 'Only orders with items' },
  hour: { vi: 'Chốt trong giờ', en: 'Sold during' },
  until: { vi: 'Ngày cuối tính đến', en: 'Last day until' },
  sku: { vi: 'Mã SKU trên sàn', en: 'Marketplace SKU ID' },
  currency: { vi: 'Tiền tệ', en: 'Currency' },
  made: { vi: 'Tải về lúc (UTC)', en: 'Downloaded at (UTC)' },
};

const salesDay = { vi: 'ngày chốt đơn', en: 'sale date' };
const outcomeLabels: Record<ItemOutcome, LocalizedText> = {
  kept: { vi: 'không bị huỷ hay trả', en: 'not canceled or returned' },
  cancelled: { vi: 'bị huỷ', en: 'canceled' },
  failed: { vi: 'giao không thành công', en: 'not delivered' },
  returned: { vi: 'bị trả', en: 'returned' },
};

/** Returns the metadata of a workbook: the filters, the day basis and the download time. */
function listProperties(query: AppliedFilter, language: Language): [string, string][] {
  const { search, stage, from, to, outcome, hour, until, sku, currency } = query;
  const ofSales = isSalesQuery(query);
  const properties: [keyof typeof propertyLabels, string | undefined][] = [
    ['search', search],
    ['stage', stage && stageLabels[stage][language]],
    ['basis', ofSales ? salesDay[language] : undefined],
    [ofSales ? 'soldFrom' : 'from', from],
    [ofSales ? 'soldTo' : 'to', to],
    ['outcome', outcome && outcomeLabels[outcome][language]],
    ['hour', hour === undefined ? undefined : `${hour}:00 – ${hour + 1}:00`],
    ['until', until],
    ['sku', sku],
    ['currency', currency],
    ['made', new Date().toISOString()],
  ];
  return properties.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[propertyLabels[name][language], value]],
  );
}

/** @throws Problem 400 for a field that the list does not have */
function chooseColumns<Row>(
  columns: readonly FileColumn<Row>[],
  chosen: string | undefined,
): readonly FileColumn<Row>[] {
  if (chosen === undefined) return columns;
  return [...new Set(chosen.split(','))].map((id) => {
    const column = columns.find(({ field }) => field.id === id);
    if (column) return column;
    const fields = columns.map(({ field }) => field.id);
    throw new Problem(
      400,
      'field_unknown',
      {
        vi: `Danh sách không có trường “${id}”. Các trường có thể dùng: ${fields.join(', ')}.`,
        en: `The list has no field “${id}”. Available fields: ${fields.join(', ')}.`,
      },
      { field: id, fields },
    );
  });
}

function buildListFile<Row>(
  allColumns: readonly FileColumn<Row>[],
  query: AppliedFilter & FileQuery,
  language: Language,
  title: string,
): ListFile<Row> {
  const columns = chooseColumns(allColumns, query.fields);
  const fields = columns.map(({ field }) => field);
  const names = columns.map(({ label }) => label[language]);
  return {
    writer:
      query.format === 'csv'
        ? csvFile({ fields, names }, { bom: true, guard: true })
        : xlsxFile({ fields, names }, { title, facts: listProperties(query, language) }),
    cellsOf: (row) => columns.map(({ cell }) => cell(row, language)),
  };
}
