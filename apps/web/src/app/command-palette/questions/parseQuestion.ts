import type { Platform } from '@seller-connect/contract';
import { searchKey } from '@seller-connect/ui/searchKey.ts';
import {
  comparisonPhrases,
  dimensionPhrases,
  fillerPhrases,
  metricPhrases,
  periodPhrases,
  platformPhrases,
  type QuestionMetric,
  type Dimension,
  type NamedPeriod,
} from './lexicon.ts';
import { findDays, type Days } from './parseDays.ts';

/** A question about one metric, in the terms of the report's filters. */
export interface Question {
  readonly metric: QuestionMetric;
  readonly period: NamedPeriod | Days;
  readonly compare: 'previous' | 'year';
  readonly by?: Dimension;
  readonly platform?: Platform;
  /** The shops of one name, which is often the same on several marketplaces. */
  readonly shopIds?: readonly string[];
}

export interface NamedShop {
  readonly id: string;
  readonly name: string;
}

/** Without a period, a question is about what Home shows without one. */
const defaultPeriod: NamedPeriod = '28d';

/** What a phrase says; empty for one that changes nothing. */
type Term = Partial<Question>;

/**
 * Parses a typed question, such as `doanh thu hôm qua` or `gmv last week by shop`. Every word must be known and each
 * thing named once: nothing is guessed.
 * @param today in the calendar of the shops
 * @returns null if the text is no question that can be answered
 */
export function parseQuestion(
  text: string,
  { today, shops }: { readonly today: string; readonly shops: readonly NamedShop[] },
): Question | null {
  const terms = splitTerms(toTokens(text), today, shops);
  if (terms === null) return null;
  let question: Partial<Question> = {};
  for (const term of terms) {
    if (Object.keys(term).some((key) => Object.hasOwn(question, key))) return null;
    question = { ...question, ...term };
  }
  const { metric } = question;
  // A metric alone is the name of a page rather than a question.
  if (metric === undefined || Object.keys(question).length < 2) return null;
  const complete: Question = { period: defaultPeriod, compare: 'previous', ...question, metric };
  return isAnswerable(complete) ? complete : null;
}

/** The money report and ads have fewer dimensions than sales. */
function isAnswerable({ metric, by, platform, shopIds }: Question): boolean {
  if (metric === 'ad_spend') return by === undefined && platform === undefined && !shopIds;
  if (metric === 'payout' || metric === 'fees') return by === undefined;
  return true;
}

/** Splits a text into tokens. Days keep their separators: `11/11`, `2026-11-11`. */
function toTokens(text: string): string[] {
  return searchKey(text)
    .replaceAll(/[?!,;:“”"'()]/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => word !== '');
}

/** Splits tokens into known phrases, the longest first. Returns null if a word belongs to none. */
function splitTerms(
  tokens: readonly string[],
  today: string,
  shops: readonly NamedShop[],
): Term[] | null {
  const names = new Map(phrases);
  for (const [name, named] of Map.groupBy(shops, (shop) => toTokens(shop.name).join(' '))) {
    // A name that is a word of the grammar stays that word.
    if (name !== '' && !phrases.has(name)) names.set(name, { shopIds: named.map(({ id }) => id) });
  }
  const maxLength = Math.max(...[...names.keys()].map((phrase) => phrase.split(' ').length));
  const terms: Term[] = [];
  for (let at = 0; at < tokens.length;) {
    let length = Math.min(maxLength, tokens.length - at);
    let term: Term | undefined;
    for (; length > 0; length -= 1) {
      term = names.get(tokens.slice(at, at + length).join(' '));
      if (term) break;
    }
    if (!term) {
      const found = findDays(tokens.slice(at), today);
      if (found === null || found === 'invalid') return null;
      term = { period: found.days };
      length = found.length;
    }
    terms.push(term);
    at += length;
  }
  return terms;
}

const phrases: ReadonlyMap<string, Term> = new Map<string, Term>([
  ...fillerPhrases.map((phrase): [string, Term] => [phrase, {}]),
  ...entriesOf(metricPhrases, (metric) => ({ metric })),
  ...entriesOf(dimensionPhrases, (by) => ({ by })),
  ...entriesOf(periodPhrases, (period) => ({ period })),
  ...entriesOf(comparisonPhrases, (compare) => ({ compare })),
  ...entriesOf(platformPhrases, (platform) => ({ platform })),
]);

function entriesOf<Value extends string>(
  table: Readonly<Partial<Record<Value, readonly string[]>>>,
  toTerm: (value: Value) => Term,
): [string, Term][] {
  return keysOf(table).flatMap((value) =>
    (table[value] ?? []).map((phrase): [string, Term] => [phrase, toTerm(value)]),
  );
}

function keysOf<Value extends string>(table: Readonly<Partial<Record<Value, unknown>>>): Value[] {
  const isKey = (key: string): key is Value => Object.hasOwn(table, key);
  return Object.keys(table).filter(isKey);
}
