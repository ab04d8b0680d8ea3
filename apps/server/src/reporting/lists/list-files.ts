import {
  isOfSales,
  type LineFate,
  type ListingFilter,
  type OrderFilter,
} from '@seller-connect/contract';
import type { Language, Words } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import { csvFile } from '../files/csv.ts';
import type { FileField, FileWriter } from '../files/file-format.ts';
import { xlsxFile } from '../files/xlsx.ts';
import type { Cell } from '../query/read-rows.ts';
import { findDataSet, findField } from '../query/parse-query.ts';
import type { StoredListing } from './listings.ts';
import { headOf } from './order-rows.ts';
import type { FileOrder } from './orders.ts';
import { stageWords } from './stage-words.ts';

interface Column<Row> {
  field: FileField;
  words: Words;
  cell(row: Row, language: Language): Cell;
}

/** A column of a data set, so that both kinds of files call and write it alike. */
function known<Row>(
  dataSet: 'orders' | 'products',
  id: string,
  cell: Column<Row>['cell'],
): Column<Row> {
  const field = findField(findDataSet(dataSet), id);
  return { field, words: field.words, cell };
}

const orderColumns: readonly Column<FileOrder>[] = [
  known('orders', 'order_id', (row) => row.order_id),
  known('orders', 'shop_name', (row) => row.shop_name),
  known('orders', 'platform', (row) => row.platform),
  known('orders', 'created_day', (row) => row.created_day),
  known('orders', 'created_at', (row) => row.created_at),
  known('orders', 'committed_day', (row) => row.committed_day),
  {
    field: { id: 'stage', type: 'text', nullable: false },
    words: { vi: 'Trạng thái', en: 'Status' },
    cell: (row, language) => stageWords[row.stage][language],
  },
  known('orders', 'is_cod', (row) => row.is_cod),
  known('orders', 'payment_method', (row) => row.payment_method),
  {
    field: { id: 'products', type: 'text', nullable: false },
    words: { vi: 'Sản phẩm', en: 'Products' },
    cell: (row) => row.products?.join('; ') ?? '',
  },
  known('orders', 'units', (row) => BigInt(row.units)),
  known('orders', 'gmv', (row) => toDecimal(row.gmv_e4)),
  known('orders', 'net_sales', (row) => headOf(row).netSales),
  known('orders', 'currency', (row) => row.currency),
];

const listingColumns: readonly Column<StoredListing>[] = [
  known('products', 'product_name', (row) => row.name),
  known('products', 'seller_sku', (row) => row.seller_sku),
  known('products', 'sku_id', (row) => row.sku_key),
  known('products', 'item_id', (row) => row.item_id),
  known('products', 'shop_name', (row) => row.shop_name),
  known('products', 'platform', (row) => row.platform),
  known('products', 'status', (row) => row.status),
  known('products', 'price', (row) => toDecimal(row.price_e4)),
  known('products', 'special_price', (row) =>
    row.special_price_e4 === null ? null : toDecimal(row.special_price_e4),
  ),
  known('products', 'currency', (row) => row.currency),
  known('products', 'stock', (row) => (row.stock === null ? null : BigInt(row.stock))),
  known('products', 'updated_at', (row) => row.version_at),
  {
    field: { id: 'gone_at', type: 'instant', nullable: true },
    words: { vi: 'Không còn trên sàn từ (UTC)', en: 'Gone from the marketplace since (UTC)' },
    cell: (row) => row.deleted_at,
  },
];

/** How a list is written as a file: the writer, and what makes its cells of rows. */
export interface ListFile<Row> {
  writer: FileWriter;
  cellsOf(row: Row): Cell[];
}

type Format = 'xlsx' | 'csv';

const titles = {
  orders: { vi: 'Đơn hàng', en: 'Orders' },
  products: { vi: 'Sản phẩm', en: 'Products' },
};

type Narrowed = Pick<
  OrderFilter,
  'search' | 'stage' | 'from' | 'to' | 'basis' | 'fate' | 'hour' | 'sku' | 'payout' | 'currency'
>;

export const orderFile = (
  query: OrderFilter & { format?: Format },
  language: Language,
): ListFile<FileOrder> => fileOf(orderColumns, query, language, titles.orders[language]);

export const listingFile = (
  query: ListingFilter & { format?: Format },
  language: Language,
): ListFile<StoredListing> => fileOf(listingColumns, query, language, titles.products[language]);

const factWords = {
  search: { vi: 'Tìm theo', en: 'Searched for' },
  stage: { vi: 'Trạng thái', en: 'Status' },
  from: { vi: 'Đặt từ ngày', en: 'Placed from' },
  to: { vi: 'Đặt đến ngày', en: 'Placed until' },
  soldFrom: { vi: 'Chốt từ ngày', en: 'Sold from' },
  soldTo: { vi: 'Chốt đến ngày', en: 'Sold until' },
  basis: { vi: 'Tính theo', en: 'Counted by' },
  fate: { vi: 'Chỉ đơn có hàng', en: 'Only orders with items' },
  hour: { vi: 'Chốt trong giờ', en: 'Sold in the hour' },
  sku: { vi: 'Mã SKU trên sàn', en: 'Marketplace SKU id' },
  currency: { vi: 'Tiền tệ', en: 'Currency' },
  made: { vi: 'Tải về lúc (UTC)', en: 'Downloaded at (UTC)' },
};

const salesDay = { vi: 'ngày chốt đơn', en: 'day of sale' };
const fateWords: Record<LineFate, Words> = {
  kept: { vi: 'không bị huỷ hay trả', en: 'neither cancelled nor returned' },
  cancelled: { vi: 'bị huỷ', en: 'cancelled' },
  failed: { vi: 'giao không thành công', en: 'not delivered' },
  returned: { vi: 'bị trả', en: 'returned' },
};

/** What a workbook says about itself: what the list was narrowed to, by which day, and when it was made. */
function factsOf(query: Narrowed, language: Language): [string, string][] {
  const { search, stage, from, to, fate, hour, sku, currency } = query;
  const ofSales = isOfSales(query);
  const told: [keyof typeof factWords, string | undefined][] = [
    ['search', search],
    ['stage', stage && stageWords[stage][language]],
    ['basis', ofSales ? salesDay[language] : undefined],
    [ofSales ? 'soldFrom' : 'from', from],
    [ofSales ? 'soldTo' : 'to', to],
    ['fate', fate && fateWords[fate][language]],
    ['hour', hour === undefined ? undefined : `${hour}:00 – ${hour + 1}:00`],
    ['sku', sku],
    ['currency', currency],
    ['made', new Date().toISOString()],
  ];
  return told.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[factWords[name][language], value]],
  );
}

function fileOf<Row>(
  columns: readonly Column<Row>[],
  query: Narrowed & { format?: Format },
  language: Language,
  title: string,
): ListFile<Row> {
  const fields = columns.map(({ field }) => field);
  const names = columns.map(({ words }) => words[language]);
  return {
    writer:
      query.format === 'csv'
        ? csvFile({ fields, names }, { bom: true, guard: true })
        : xlsxFile({ fields, names }, { title, facts: factsOf(query, language) }),
    cellsOf: (row) => columns.map(({ cell }) => cell(row, language)),
  };
}
