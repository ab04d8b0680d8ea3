import type { DayBasis, ReportsResult } from '@seller-connect/contract';
import type { Language, LocalizedText } from '../../platform/http/problem.ts';
import type { DataSet } from '../query/data-sets.ts';

const labels = {
  dataSet: { vi: 'Bộ dữ liệu', en: 'Data set' },
  from: { vi: 'Từ ngày', en: 'Start date' },
  to: { vi: 'Đến ngày', en: 'End date' },
  basis: { vi: 'Tính theo ngày', en: 'Date basis' },
  currency: { vi: 'Tiền tệ', en: 'Currency' },
  timeZone: { vi: 'Múi giờ của ngày', en: 'Time zone' },
  asOf: { vi: 'Số liệu tính đến (UTC)', en: 'Data as of (UTC)' },
  loading: { vi: 'Số ngày còn đang tải', en: 'Days still loading' },
} satisfies Record<string, LocalizedText>;

const basisLabels: Record<DayBasis, LocalizedText> = {
  committed: {
    vi: 'ngày chốt đơn: ngày đặt với đơn COD, ngày trả tiền với đơn trả trước',
    en: 'sale date: when placed for cash on delivery, when paid for prepaid orders',
  },
  created: { vi: 'ngày đặt đơn', en: 'order date' },
  settled: { vi: 'ngày sàn thanh toán', en: 'payout date' },
  booked: { vi: 'ngày sàn ghi nhận', en: 'booking date' },
  ad_day: {
    vi: 'ngày theo lịch của tài khoản quảng cáo',
    en: 'date in the ad account’s calendar',
  },
};

/** Returns the metadata of a data set's file as pairs of name and value, in the reader's language. */
export function filePropertiesOf(
  dataSet: DataSet,
  meta: ReportsResult['meta'],
  language: Language,
): [string, string][] {
  const facts: [keyof typeof labels, string | null][] = [
    ['dataSet', `${dataSet.label[language]} (${dataSet.id})`],
    ['from', meta.from],
    ['to', meta.to],
    ['basis', meta.basis && basisLabels[meta.basis][language]],
    ['currency', meta.currency],
    ['timeZone', meta.timeZone],
    ['asOf', meta.asOf],
    ['loading', String(meta.daysLoading)],
  ];
  return facts.flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[labels[name][language], value]],
  );
}
