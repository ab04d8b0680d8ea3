import { addDays, isDay, lastDayOf } from '../../../i18n/calendarDays.ts';

/** Days of the shops' calendar, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const monthNames = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
];
const maxDays = 3700;

export interface Found {
  /** Number of tokens. */
  readonly length: number;
  readonly days: Days;
}

/**
 * Finds the days that the first tokens of a question name: `3/11`, `11.11`, `1/10 - 15/10`, `tháng 10`, `Oct 2025`, `30
 * ngày qua`, `last year`. A day or month without a year is its latest one that is not in the future.
 * @param tokens search keys of the words
 * @returns null if the tokens begin with none of these forms, `invalid` if there are no such days
 */
export function findDays(tokens: readonly string[], today: string): Found | 'invalid' | null {
  return (
    findRange(tokens, today) ??
    findMonth(tokens, today) ??
    findRelative(tokens, today) ??
    findPhrase(tokens, today)
  );
}

/** `3/11`, `3/11 - 5/11`, `3/11 đến 5/11`. */
function findRange(tokens: readonly string[], today: string): Found | 'invalid' | null {
  const [first = '', separator = '', last = ''] = tokens;
  if (!looksLikeDay(first)) return null;
  const from = parseDay(first, today);
  if (from === null) return 'invalid';
  if (!/^(-|–|den|to|until|toi)$/.test(separator) || !looksLikeDay(last)) {
    return { length: 1, days: { from, to: from } };
  }
  const to = parseDay(last, today);
  return to === null || to < from ? 'invalid' : { length: 3, days: { from, to } };
}

function looksLikeDay(word: string): boolean {
  return /^\d{1,2}[/.]\d{1,2}([/.]\d{4})?$|^\d{4}-\d{2}-\d{2}$/.test(word);
}

/** Returns a day, or null if it does not exist or has not come. */
function parseDay(word: string, today: string): string | null {
  const [, date = '', month = '', year] =
    /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}))?$/.exec(word) ?? [];
  const iso = (of: string) => `${of}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const candidates =
    date === '' ? [word] : year ? [iso(year)] : [iso(String(thisYear)), iso(String(thisYear - 1))];
  return candidates.find((day) => isDay(day) && day <= today) ?? null;
}

/** `tháng 10`, `thang 10/2025`, `october`, `oct 2025`. */
function findMonth(tokens: readonly string[], today: string): Found | 'invalid' | null {
  const [first = '', second = '', third = ''] = tokens;
  const [, spoken, spokenYear] =
    first === 'thang' ? (/^(\d{1,2})(?:[/.-](\d{4}))?$/.exec(second) ?? []) : [];
  const named = monthNames.findIndex(
    (name) =>
      first === name ||
      (first.length > 3 && fullMonthNames.includes(first) && first.startsWith(name)),
  );
  if (spoken === undefined && named < 0) return null;
  const month = spoken === undefined ? named + 1 : Number(spoken);
  if (month < 1 || month > 12) return 'invalid';
  const length = spoken === undefined ? 1 : 2;
  const following = spoken === undefined ? second : third;
  const hasYear = /^(19|20)\d{2}$/.test(following);
  const year = spokenYear ?? (hasYear ? following : undefined);
  const thisMonth = Number(today.slice(5, 7));
  const latestYear = Number(today.slice(0, 4)) - (month > thisMonth ? 1 : 0);
  const from = `${year ?? String(latestYear)}-${String(month).padStart(2, '0')}-01`;
  if (from > today) return 'invalid';
  const last = lastDayOf('month', from);
  return {
    length: length + (spokenYear === undefined && hasYear ? 1 : 0),
    days: { from, to: last < today ? last : today },
  };
}

const fullMonthNames =
  'january february march april june july august september october november december sept'.split(
    ' ',
  );

/** `30 ngày qua`, `last 30 days`. */
function findRelative(tokens: readonly string[], today: string): Found | 'invalid' | null {
  const [first = '', second = '', third = ''] = tokens;
  const isEnglish = /^(last|past)$/.test(first) && /^days?$/.test(third);
  const [count, length] = isEnglish ? [second, 3] : [first, 2];
  if (!isEnglish && !(second === 'ngay' || /^days?$/.test(second))) return null;
  if (!/^\d+$/.test(count)) return null;
  const days = Number(count);
  if (days < 1 || days > maxDays) return 'invalid';
  const hasTail = !isEnglish && /^(qua|gan|vua)$/.test(third);
  const tail = hasTail ? (third === 'qua' ? 1 : 2) : 0;
  return { length: length + tail, days: { from: addDays(today, 1 - days), to: today } };
}

function findPhrase(tokens: readonly string[], today: string): Found | null {
  const two = tokens.slice(0, 2).join(' ');
  const year = Number(today.slice(0, 4));
  if (['nam ngoai', 'nam truoc', 'last year'].includes(two)) {
    return { length: 2, days: { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` } };
  }
  if (two === 'hom kia') {
    const day = addDays(today, -2);
    return { length: 2, days: { from: day, to: day } };
  }
  if (['quy truoc', 'last quarter', 'quy roi'].includes(two)) {
    const first = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
    const start = `${year}-${String(first).padStart(2, '0')}-01`;
    const to = addDays(start, -1);
    const month = String(Number(to.slice(5, 7)) - 2).padStart(2, '0');
    return { length: 2, days: { from: `${to.slice(0, 4)}-${month}-01`, to } };
  }
  if (tokens[0] === 'nam' && /^(19|20)\d{2}$/.test(tokens[1] ?? '')) {
    const yearText = tokens[1] ?? '';
    const to = `${yearText}-12-31`;
    return yearText > String(year)
      ? null
      : { length: 2, days: { from: `${yearText}-01-01`, to: to < today ? to : today } };
  }
  return null;
}
