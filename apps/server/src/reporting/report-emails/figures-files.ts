import type { Language } from '../../platform/http/problem.ts';
import type { EmailAttachment } from '../../platform/mail/mail-queue.ts';
import { csvFile } from '../files/csv.ts';
import type { FileField } from '../files/file-format.ts';
import { xlsxFile } from '../files/xlsx.ts';
import type { Cell } from '../query/read-rows.ts';
import type { ReportFigures } from './figures.ts';

const fields: readonly FileField[] = [
  { id: 'part', type: 'text', nullable: false },
  { id: 'day', type: 'day', nullable: true },
  { id: 'shop', type: 'text', nullable: true },
  { id: 'platform', type: 'text', nullable: true },
  { id: 'sku', type: 'text', nullable: true },
  { id: 'product', type: 'text', nullable: true },
  { id: 'currency', type: 'text', nullable: false },
  { id: 'gmv', type: 'money', nullable: true },
  { id: 'net_sales', type: 'money', nullable: true },
  { id: 'orders', type: 'count', nullable: true },
  { id: 'units', type: 'count', nullable: true },
];

/** What a row counts. */
interface Row {
  part: 'total' | 'day' | 'shop' | 'product';
  day?: string;
  shop?: string;
  platform?: string | null;
  sku?: string;
  product?: string;
  sums: {
    gmv: string | null;
    netSales: string | null;
    orders: number | null;
    units: number | null;
  };
}

/** Returns the name of a file with the figures of a report, without its extension. */
export function fileName({ summary: { period } }: ReportFigures): string {
  return `report-${period.from}${period.to === period.from ? '' : `-${period.to}`}`;
}

/**
 * Returns the figures of a report as a CSV file or a workbook: the total, then each day, shop and product, distinguished
 * by the column `part`. Amounts are exact.
 */
export async function figuresFile(
  format: 'csv' | 'xlsx',
  figures: ReportFigures,
  { title, language }: { title: string; language: Language },
): Promise<EmailAttachment> {
  const { currency, period, timeZone } = figures.summary;
  const columns = { fields, names: fields.map(({ id }) => id) };
  const facts = [
    [language === 'vi' ? 'Từ ngày' : 'Start date', period.from],
    [language === 'vi' ? 'Đến ngày' : 'End date', period.to],
    [language === 'vi' ? 'Múi giờ của ngày' : 'Time zone', timeZone],
  ] as const;
  const writer =
    format === 'csv'
      ? csvFile(columns, { bom: true, guard: true })
      : xlsxFile(columns, { title, facts });
  const rows = rowsOf(figures).map((row) => toCells(row, currency));
  const chunks = [await writer.begin(), await writer.rows(rows), await writer.end()];
  return {
    filename: `${fileName(figures)}.${writer.extension}`,
    contentType: writer.contentType,
    content: Buffer.concat(chunks),
  };
}

function rowsOf({ summary, shops, products }: ReportFigures): Row[] {
  const { gmv, netSales, orders, units } = summary.metrics;
  const shopNames = new Map(summary.freshness.map(({ shopId, shopName }) => [shopId, shopName]));
  const total = {
    gmv: gmv.value,
    netSales: netSales.value,
    orders: orders.value,
    units: units.value,
  };
  return [
    { part: 'total', sums: total },
    ...summary.trend.map((point): Row => ({ part: 'day', day: point.day, sums: point })),
    ...shops.map((shop): Row => {
      const { name, platform } = shop;
      return { part: 'shop', shop: name, platform, sums: shop };
    }),
    ...products.map((product): Row => {
      const { name, platform, sku, shopId } = product;
      const shop = shopNames.get(shopId) ?? '';
      return { part: 'product', shop, platform, sku, product: name, sums: product };
    }),
  ];
}

function toCells({ part, day, shop, platform, sku, product, sums }: Row, currency: string): Cell[] {
  const count = (value: number | null) => (value === null ? null : BigInt(value));
  return [
    part,
    day ?? null,
    shop ?? null,
    platform ?? null,
    sku ?? null,
    product ?? null,
    currency,
    sums.gmv,
    sums.netSales,
    count(sums.orders),
    count(sums.units),
  ];
}
