import type { ReportsResult } from '@seller-connect/contract';
import type { Language, LocalizedText } from '../../platform/http/problem.ts';
import type { QueryDependencies } from '../query/query-reports.ts';

/** What a tool call reads with. `lag` is that of a standby, see `ReportReads`. */
export interface ToolContext extends QueryDependencies {
  tenantId: string;
  language: Language;
  appOrigin: string;
  lag(): { lagSeconds?: number };
}

type Cell = ReportsResult['rows'][number][number];
export type ToolRow = Record<string, Cell>;

/** Returns the columns of an answer for a model. */
export function toColumns(schema: ReportsResult['schema']) {
  return schema.map(({ id, label, type }) => ({ id, label, type }));
}

/** Names the values of a row. Days are YYYY-MM-DD, as in the inputs. */
export function toRows({ schema, rows }: Pick<ReportsResult, 'schema' | 'rows'>): ToolRow[] {
  return rows.map((row) =>
    Object.fromEntries(
      schema.map(({ id, type }, index) => {
        const value = row[index] ?? null;
        const isDay = type === 'day' && typeof value === 'string';
        return [id, isDay ? value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') : value];
      }),
    ),
  );
}

/** States what all answers with figures do. The freshness is that of the oldest answer. */
export function describeAnswers(
  { language, lag }: Pick<ToolContext, 'language' | 'lag'>,
  answers: readonly [ReportsResult, ...ReportsResult[]],
  notices: readonly LocalizedText[] = [],
) {
  const [{ dataSet, meta }] = answers;
  const daysLoading = Math.max(...answers.map((answer) => answer.meta.daysLoading));
  return {
    dataSet,
    basis: meta.basis,
    timeZone: meta.timeZone,
    currency: meta.currency,
    asOf: meta.asOf,
    ...lag(),
    notices: [
      ...notices,
      ...(daysLoading > 0 ? [incompleteNotice(daysLoading)] : []),
      ...(meta.currency !== null && meta.currencies.length > 1
        ? [currencyNotice(meta.currency, meta.currencies)]
        : []),
    ].map((notice) => notice[language]),
  };
}

const incompleteNotice = (days: number): LocalizedText => ({
  vi: `${days} ngày của kỳ chưa đồng bộ xong, nên số liệu còn có thể tăng.`,
  en: `${days} days of the period are not completely synced, so the figures can still rise.`,
});

const currencyNotice = (currency: string, currencies: readonly string[]): LocalizedText => ({
  vi: `Số liệu chỉ gồm đơn bán bằng ${currency}; nhóm còn bán bằng ${currencies.filter((each) => each !== currency).join(', ')}.`,
  en: `The figures cover sales in ${currency} only; the team also sells in ${currencies.filter((each) => each !== currency).join(', ')}.`,
});
