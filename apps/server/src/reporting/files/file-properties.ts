import type { DayBasis, ReportsResult } from '@seller-connect/contract';
import type { Language, LocalizedText } from '../../platform/http/problem.ts';
import type { DataSet } from '../query/data-sets.ts';

const labels = {
  dataSet: { vi: 'Bộ dữ liệu', en: 'Data set' },
  from: { vi: 'Từ ngày', en: 'First day' },
  to: { vi: 'Đến ngày', en: 'Last day' },
  basis: { vi: 'Tính theo ngày', en: 'Days counted by' },
  currency: { vi: 'Tiền tệ', en: 'Currency' },
  timeZone: { vi: 'Múi giờ của ngày', en: 'Time zone of days' },
  asOf: { vi: 'Số liệu tính đến (UTC)', en: 'As of (UTC)' },
  loading: { vi: 'Số ngày còn đang tải', en: 'Days still being read' },
} satisfies Record<string, LocalizedText>;

const basisLabels: Record<DayBasis, LocalizedText> = {
  committed: {
    vi: 'ngày chốt đơn: ngày đặt với đơn COD, ngày trả tiền với đơn trả trước',
    en: 'the sales day: placed if paid on delivery, paid if paid in advance',
  },
  created: { vi: 'ngày đặt đơn', en: 'the day it was placed' },
  settled: { vi: 'ngày sàn thanh toán', en: 'the day it was paid out' },
  booked: { vi: 'ngày sàn ghi nhận', en: 'the day it was booked' },
  ad_day: {
    vi: 'ngày theo lịch của tài khoản quảng cáo',
    en: 'the day of the ad account’s own calendar',
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
