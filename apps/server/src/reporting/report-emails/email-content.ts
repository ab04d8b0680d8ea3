import type { ComparedMetrics } from '@seller-connect/contract';
import { platformNames } from '@seller-connect/contract/platform-names';
import { labelsOfMetric, type MetricId } from '@seller-connect/contract/metrics';
import { formatDateTime, formatDay } from '../../platform/localized-dates.ts';
import type { Language, LocalizedText } from '../../platform/http/problem.ts';
import type { ReportFigures } from './figures.ts';

/** The texts and numbers of a scheduled report, formatted for a reader and independent of HTML or plain text. */
export interface EmailContent {
  language: Language;
  subject: string;
  title: string;
  /** The days, and those they are compared with. */
  period: string;
  /** What the reader must know before the figures: late data, a view that was widened. */
  notes: string[];
  /** The first is the hero metric. */
  metrics: { name: string; value: string; change: MetricChange }[];
  /** Null for a report of one day. */
  trend: EmailTrend | null;
  tables: EmailTable[];
  openLabel: string;
  openUrl: string;
  /** Basis and as-of time. */
  basis: string;
  footer: string;
  muteLabel: string;
  muteUrl: string;
  settingsLabel: string;
  settingsUrl: string;
}

export interface MetricChange {
  /** Such as “+12.3% (1,234 before)”. */
  text: string;
  tone: 'good' | 'bad' | 'neutral';
}

/** GMV by day, of which only the PDF has a chart. */
export interface EmailTrend {
  title: string;
  /** Such as “Highest: 1,234 on 3 Nov 2026”. */
  highest: string;
  firstDay: string;
  lastDay: string;
  /** GMV of each day as a share of the highest, from 0 to 1; null without data. */
  shares: (number | null)[];
}

export interface EmailTable {
  title: string;
  columns: string[];
  /** The first cell is the name; the others are numbers. */
  rows: string[][];
  /** Set if there are more rows than shown. */
  more: string | null;
}

/** Metrics in the order of Home, with their ids in the dictionary. */
const shownMetrics = [
  ['gmv', 'gmv'],
  ['netSales', 'net_sales'],
  ['orders', 'orders'],
  ['units', 'units'],
  ['aov', 'aov'],
  ['cancellationRate', 'cancellation_rate'],
] as const satisfies readonly (readonly [keyof ComparedMetrics, MetricId])[];

export interface EmailSource {
  figures: ReportFigures;
  viewName: string;
  isTrial: boolean;
  language: Language;
  appOrigin: string;
  muteUrl: string;
}

export function composeContent(source: EmailSource): EmailContent {
  const { figures, viewName, isTrial, language, appOrigin, muteUrl } = source;
  const { summary } = figures;
  const isVietnamese = language === 'vi';
  const format = createFormats(language, summary.currency);
  const days = formatRange(summary.period, isVietnamese);
  const before = formatRange(summary.previous, isVietnamese);
  const title = isTrial ? `${isVietnamese ? 'Gửi thử' : 'Trial'}: ${viewName}` : viewName;
  return {
    language,
    subject: `${title} · ${days}`,
    title,
    period: isVietnamese ? `${days}, so với ${before}` : `${days}, compared to ${before}`,
    notes: notesOf(figures, isVietnamese),
    metrics: shownMetrics.map(([field, id]) => {
      const { value } = summary.metrics[field];
      return {
        name: labelsOfMetric(id)[language].name,
        value: format.metric(field, value),
        change: changeOf(field, summary.metrics[field], format, isVietnamese),
      };
    }),
    trend: trendOf(summary, format, language),
    tables: [shopTable(figures, format, language), productTable(figures, format, language)].filter(
      ({ rows }) => rows.length > 0,
    ),
    openLabel: isVietnamese ? 'Mở báo cáo' : 'Open report',
    openUrl: `${appOrigin}/?${reportSearch(figures)}`,
    basis: basisOf(figures, isVietnamese),
    footer: isVietnamese
      ? 'Seller Connect gửi thư này theo lịch trong nhóm của bạn. Vui lòng không trả lời.'
      : 'Seller Connect sent this on a schedule of your team. Please don’t reply.',
    muteLabel: isVietnamese ? 'Ngừng nhận báo cáo này' : 'Stop receiving this report',
    muteUrl,
    settingsLabel: isVietnamese ? 'Các báo cáo qua email' : 'All report emails',
    settingsUrl: `${appOrigin}/settings/notifications`,
  };
}

/** Returns the search parameters that show the figures of the email on Home. */
function reportSearch({ summary, filters }: ReportFigures): string {
  const { from, to } = summary.period;
  const search = new URLSearchParams({ period: 'custom', from, to });
  const { compare, platform, shop, shops, currency } = filters;
  for (const [name, value] of Object.entries({ compare, platform, shop, shops, currency })) {
    if (value !== undefined) search.set(name, value);
  }
  if (currency === undefined && summary.currencies.length > 1) {
    search.set('currency', summary.currency);
  }
  return search.toString();
}

function notesOf({ behind, isWidened, summary }: ReportFigures, vi: boolean): string[] {
  const names = new Intl.ListFormat(vi ? 'vi-VN' : 'en-GB').format(
    behind.map(({ name, platform }) => `${name} (${platformNames[platform]})`),
  );
  return [
    ...(behind.length > 0
      ? [
          vi
            ? `Số liệu chưa đủ: ${names} chưa đồng bộ xong các ngày này. Mở báo cáo để xem số mới nhất.`
            : `Incomplete: ${names} hadn’t finished syncing these days. Open the report for the latest figures.`,
        ]
      : []),
    ...(isWidened
      ? [
          vi
            ? 'Chế độ xem chọn một gian hàng hoặc tiền tệ không còn trong nhóm, nên số liệu là của mọi gian hàng.'
            : 'The view uses a shop or currency that’s no longer in your team, so these figures cover all shops.',
        ]
      : []),
    ...(summary.currencies.length > 1
      ? [
          vi
            ? `Chỉ gồm đơn bằng ${summary.currency}; các loại tiền không cộng với nhau.`
            : `Only orders in ${summary.currency}; currencies are never added.`,
        ]
      : []),
  ];
}

/** A time zone without a name here is written as in the IANA database. */
const zoneNames: Readonly<Partial<Record<string, LocalizedText>>> = {
  'Asia/Ho_Chi_Minh': { vi: 'Việt Nam (UTC+7)', en: 'Vietnam' },
};

function basisOf({ summary }: ReportFigures, vi: boolean): string {
  const { timeZone } = summary;
  const zone = zoneNames[timeZone]?.[vi ? 'vi' : 'en'] ?? timeZone;
  const asOf = summary.asOf === null ? null : formatDateTime(new Date(summary.asOf), vi, timeZone);
  const basis = vi
    ? `Đơn hàng tính vào ngày chốt đơn (COD: ngày đặt, trả trước: ngày thanh toán), theo giờ ${zone}.`
    : `Orders count on the day they’re committed (COD: placed, prepaid: paid), in ${zone} time.`;
  if (asOf === null) return basis;
  return vi ? `${basis} Số liệu tính đến ${asOf}.` : `${basis} Data as of ${asOf}.`;
}

type Formats = ReturnType<typeof createFormats>;

/** Formats numbers as Home does: amounts in full, without conversion of decimals to binary numbers. */
function createFormats(language: Language, currency: string) {
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: currency === 'VND' ? 0 : 2,
  });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const change = (share: number) => {
    const size = percent.format(Math.abs(share));
    if (size === percent.format(0)) return size;
    return `${share > 0 ? '+' : '−'}${size}`;
  };
  const amount = (text: string) => (isDecimal(text) ? money.format(text) : text);
  return {
    change,
    points: (share: number) => change(share).replace('%', '').trim(),
    money: (text: string | null) => (text === null ? '–' : amount(text)),
    number: (count: number | null) => (count === null ? '–' : number.format(count)),
    metric(field: keyof ComparedMetrics, value: string | number | null): string {
      if (value === null) return '–';
      if (typeof value === 'string') return amount(value);
      return field === 'cancellationRate' ? percent.format(value) : number.format(value);
    },
  };
}

function changeOf(
  field: keyof ComparedMetrics,
  { value, previous, change, reason, previousReason }: ComparedMetrics[keyof ComparedMetrics],
  format: Formats,
  vi: boolean,
): MetricChange {
  const before = format.metric(field, previous);
  if (reason === 'no_orders') {
    return { text: vi ? 'kỳ này chưa có đơn' : 'no orders in this period', tone: 'neutral' };
  }
  if (previousReason === 'no_orders') {
    return { text: vi ? 'kỳ trước chưa có đơn' : 'no orders before', tone: 'neutral' };
  }
  if (previous === null || value === null) {
    return { text: vi ? 'không có kỳ so sánh' : 'no comparison', tone: 'neutral' };
  }
  const was = vi ? `kỳ trước ${before}` : `was ${before}`;
  const isRate = field === 'cancellationRate';
  const moved = isRate ? Number(value) - Number(previous) : change;
  // Without a base, only the value before can be said.
  if (moved === null) return { text: was, tone: 'neutral' };
  const points = vi ? ' điểm %' : ' pts';
  const text = isRate ? `${format.points(moved)}${points}` : format.change(moved);
  const isGood = isRate ? moved < 0 : moved > 0;
  return { text: `${text}, ${was}`, tone: moved === 0 ? 'neutral' : isGood ? 'good' : 'bad' };
}

function trendOf(
  { trend }: ReportFigures['summary'],
  format: Formats,
  language: Language,
): EmailTrend | null {
  const vi = language === 'vi';
  const [highest] = trend.toSorted((a, b) => Number(b.gmv) - Number(a.gmv));
  const [first, last] = [trend[0], trend.at(-1)];
  if (!highest || !first || !last || first === last || Number(highest.gmv) <= 0) return null;
  const name = labelsOfMetric('gmv')[language].name;
  const amount = format.money(highest.gmv);
  const day = formatDay(highest.day, vi);
  return {
    title: vi ? `${name} theo ngày` : `${name} by day`,
    highest: vi ? `Cao nhất: ${amount}, ${day}` : `Highest: ${amount} on ${day}`,
    firstDay: formatDay(first.day, vi),
    lastDay: formatDay(last.day, vi),
    shares: trend.map(({ gmv }) => (gmv === null ? null : Number(gmv) / Number(highest.gmv))),
  };
}

function shopTable(
  { shops, shopsTotal }: ReportFigures,
  format: Formats,
  language: Language,
): EmailTable {
  const vi = language === 'vi';
  const rest = shopsTotal - shops.length;
  return {
    title: vi ? 'Gian hàng' : 'Shops',
    columns: [
      vi ? 'Gian hàng' : 'Shop',
      labelsOfMetric('gmv')[language].name,
      labelsOfMetric('net_sales')[language].name,
      labelsOfMetric('orders')[language].name,
    ],
    rows: shops.map((shop) => [
      `${shop.name} (${shop.platform ? platformNames[shop.platform] : ''})`,
      format.money(shop.gmv),
      format.money(shop.netSales),
      format.number(shop.orders),
    ]),
    more: rest <= 0 ? null : vi ? `và ${rest} gian hàng khác` : `and ${rest} more`,
  };
}

function productTable(
  { products }: ReportFigures,
  format: Formats,
  language: Language,
): EmailTable {
  const vi = language === 'vi';
  return {
    title: vi ? 'Sản phẩm bán chạy' : 'Top products',
    columns: [
      vi ? 'Sản phẩm' : 'Product',
      labelsOfMetric('gmv')[language].name,
      labelsOfMetric('units')[language].name,
      labelsOfMetric('orders')[language].name,
    ],
    rows: products.map(({ name, sku, platform, gmv, units, orders }) => [
      `${name} (${[sku, platformNames[platform]].filter((each) => each !== '').join(', ')})`,
      format.money(gmv),
      format.number(units),
      format.number(orders),
    ]),
    more: null,
  };
}

function formatRange({ from, to }: { from: string; to: string }, vi: boolean): string {
  return from === to ? formatDay(from, vi) : `${formatDay(from, vi)} – ${formatDay(to, vi)}`;
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}
