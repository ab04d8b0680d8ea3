import type { ReportsAnswer } from '@seller-connect/contract';
import type { Language, Words } from '../../platform/problem.ts';
import type { DataSet } from '../query/data-sets.ts';

const words = {
  dataSet: { vi: 'Bộ dữ liệu', en: 'Data set' },
  from: { vi: 'Từ ngày', en: 'First day' },
  to: { vi: 'Đến ngày', en: 'Last day' },
  basis: { vi: 'Ngày của đơn', en: 'Day of an order' },
  currency: { vi: 'Tiền tệ', en: 'Currency' },
  timeZone: { vi: 'Múi giờ của ngày', en: 'Time zone of days' },
  asOf: { vi: 'Số liệu tính đến (UTC)', en: 'As of (UTC)' },
  loading: { vi: 'Số ngày còn đang tải', en: 'Days still being read' },
} satisfies Record<string, Words>;

const bases: Record<'committed' | 'created', Words> = {
  committed: {
    vi: 'ngày chốt đơn: ngày đặt với đơn COD, ngày trả tiền với đơn trả trước',
    en: 'the sales day: placed if paid on delivery, paid if paid in advance',
  },
  created: { vi: 'ngày đặt đơn', en: 'the day it was placed' },
};

/** What a file says about its figures, in the reader's language. */
export function factsOf(
  dataSet: DataSet,
  meta: ReportsAnswer['meta'],
  language: Language,
): [string, string][] {
  const facts: [keyof typeof words, string | null][] = [
    ['dataSet', `${dataSet.words[language]} (${dataSet.id})`],
    ['from', meta.from],
    ['to', meta.to],
    ['basis', meta.basis && bases[meta.basis][language]],
    ['currency', meta.currency],
    ['timeZone', meta.timeZone],
    ['asOf', meta.asOf],
    ['loading', String(meta.daysLoading)],
  ];
  return facts.flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[words[name][language], value]],
  );
}
