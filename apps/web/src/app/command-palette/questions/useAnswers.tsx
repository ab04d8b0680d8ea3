import { ChartIcon, PartnerMark } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { Shop } from '@seller-connect/contract';
import { queryKey } from '../../../api/queries/queryKeys.ts';
import { useDebounced } from '../../../forms/useDebounced.ts';
import { todayIn } from '../../../i18n/calendarDays.ts';
import { defaultTimeZone, formats, sharedTexts, partnerName } from '../../../i18n/index.ts';
import { isAdAccount } from '../../../shops/shopFilter.ts';
import type { Command } from '../commands.tsx';
import { texts } from '../texts.ts';
import { fetchAnswer, type Answer, type AnswerPart } from './fetchAnswer.ts';
import type { Days } from './parseDays.ts';
import { parseQuestion, type Question } from './parseQuestion.ts';
import { omitNullish } from '../../../lists/listParams.ts';

const labels = texts.answers;

export interface Answers {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
}

/**
 * Returns commands that answer a typed question about a metric with the value of the report. The first one opens the
 * report with the same filters, even while the value is loading or after loading it failed.
 */
export function useAnswers(
  input: string,
  shops: readonly Shop[],
  goTo: (path: string) => void,
): Answers {
  const debouncedInput = useDebounced(input.trim());
  const question = parse(input, shops);
  const debounced = parse(debouncedInput, shops);
  const isCurrent = debouncedInput === input.trim();
  const { data, isError, fetchStatus } = useQuery({
    queryKey: queryKey('answerQuestion', debounced ?? {}),
    queryFn: ({ signal }) => (debounced ? fetchAnswer(debounced, signal) : null),
    enabled: debounced !== null && isCurrent,
    staleTime: 30_000,
    retry: false,
  });
  if (question === null) return { commands: [], isSearching: false };
  const answer = isCurrent ? (data ?? null) : null;
  const isFailed = isCurrent && isError;
  const isOffline = isCurrent && fetchStatus === 'paused';
  const missing = isFailed ? labels.failed : isOffline ? labels.offline : labels.loading;
  return {
    isSearching: !answer && !isFailed && !isOffline,
    commands: [
      {
        id: 'answer',
        group: 'answers',
        name: nameOf(question, shops),
        icon: <ChartIcon size={20} />,
        detail: answer ? describeAnswer(answer) : missing,
        ...(answer && { value: formatValue(answer, answer.value) }),
        run: () => goTo(questionHref(question, answer?.days ?? null)),
      },
      ...(answer?.parts.map((part) => toPartCommand(question, answer, part, goTo)) ?? []),
      ...(answer && answer.partCount > answer.parts.length
        ? [
            {
              id: 'answer:all',
              group: 'answers' as const,
              name: labels.all(answer.partCount),
              icon: <ChartIcon size={20} />,
              run: () => goTo(questionHref(question, answer.days)),
            },
          ]
        : []),
    ],
  };
}

function parse(text: string, shops: readonly Shop[]): Question | null {
  // Without shops, there is no report.
  if (shops.length === 0) return null;
  const selling = shops.filter((shop) => !isAdAccount(shop));
  return parseQuestion(text, { today: todayIn(defaultTimeZone), shops: selling });
}

/** Names the metric as the report does, and what it is restricted to. */
function nameOf({ metric, platform, shopIds }: Question, shops: readonly Shop[]): string {
  const named = shops.filter(
    (shop) => shopIds?.includes(shop.id) && (platform === undefined || shop.platform === platform),
  );
  return [
    labels.metrics[metric],
    ...(platform === undefined ? [] : [partnerName(platform)]),
    ...named.slice(0, 1).map(({ name }) => name),
    ...(named.length > 1 ? [sharedTexts.shopCount(named.length)] : []),
  ].join(' · ');
}

function describeAnswer(answer: Answer): string {
  const { days, change, previousDays, until, partial } = answer;
  return [
    formatDays(days),
    ...(change === null
      ? []
      : [labels.change(formatChange(answer.unit, change), formatDays(previousDays), until)]),
    ...(partial ? [labels.partial] : []),
  ].join(' · ');
}

/** A percentage of a percentage would be ambiguous. */
function formatChange(unit: Answer['unit'], change: number): string {
  const text = formats.change(change);
  return unit === 'share' ? labels.points(text.replace('%', '')) : text;
}

/** Names days as the calendar does: a day, a month, or both ends. */
function formatDays({ from, to }: Days): string {
  const isShort = from !== to && from.slice(0, 4) === to.slice(0, 4);
  return formats.range(isShort ? formats.shortDay(from) : formats.day(from), formats.day(to));
}

function formatValue({ unit, currency }: Answer, value: Answer['value']): string {
  if (value === null) return labels.none;
  if (unit === 'money') return formats.money(String(value), currency);
  return unit === 'share' ? formats.percent(Number(value)) : formats.number(Number(value));
}

function toPartCommand(
  question: Question,
  answer: Answer,
  { key, name, platform, value }: AnswerPart,
  goTo: (path: string) => void,
): Command {
  const { by: _, ...rest } = question;
  const restricted: Question =
    question.by === 'shop'
      ? { ...rest, shopIds: [key] }
      : { ...rest, ...(platform && { platform }) };
  return {
    id: `answer:${key}`,
    group: 'answers',
    name: question.by === 'shop' || !platform ? name : partnerName(platform),
    icon: platform ? <PartnerMark partner={platform} size={20} /> : <ChartIcon size={20} />,
    value: formatValue(answer, value),
    run: () => goTo(questionHref(restricted, answer.days)),
  };
}

const charts: Partial<Record<Question['metric'], string>> = {
  net_sales: 'netSales',
  orders: 'orders',
};

/** Stages and outcomes of the order list that a metric counts. */
const orderParts: Partial<Record<Question['metric'], Record<string, string>>> = {
  cancelled_orders: { stage: 'cancelled' },
  cancelled_value: { outcome: 'cancelled' },
  returned_value: { outcome: 'returned' },
  placed_orders: {},
};

/**
 * Returns the address of the screen that shows a question's figure with its filters: the report, the money report, or
 * the orders that it counts.
 * @param shown the days of the answer; null until they are known
 */
function questionHref(question: Question, shown: Days | null): string {
  const { metric, period, compare, by, platform, shopIds } = question;
  const days = typeof period === 'string' ? { period } : { period: 'custom', ...period };
  const scope = omitNullish({
    platform,
    [shopIds?.length === 1 ? 'shop' : 'shops']: shopIds?.join(),
  });
  const part = orderParts[metric];
  if (part && shown && by === undefined) {
    const basis = metric === 'placed_orders' ? 'created' : 'committed';
    return address('/orders', { ...scope, ...part, basis, period: 'custom', ...shown });
  }
  const isMoney = metric === 'payout' || metric === 'fees';
  const dimension = metric === 'ad_spend' ? 'campaign' : by;
  return address(
    isMoney ? '/reports/money' : '/',
    {
      ...days,
      ...(compare === 'year' && { compare }),
      ...scope,
      ...(charts[metric] !== undefined && { chart: charts[metric] }),
      ...(dimension !== undefined &&
        dimension !== 'shop' &&
        dimension !== 'product' && { by: dimension }),
    },
    by === 'product' ? '#products' : '',
  );
}

function address(path: string, search: Record<string, string>, hash = ''): string {
  return `${path}?${new URLSearchParams(search).toString()}${hash}`;
}
