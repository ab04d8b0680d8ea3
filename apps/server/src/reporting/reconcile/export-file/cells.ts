import { addDays, countDays, localTimes, startOfDay } from '../../../platform/calendar.ts';
import { isReportDay } from '../../metrics/period.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Normalizes a heading: spreadsheets add spaces. */
export function normalizeHeading(text: string): string {
  return text
    .normalize('NFC')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Parses an amount in ten-thousandths: `159000`, `159000.00`, `159,000`, `159.000`, `159.000,50 ₫`, `1.59E5`. Three
 * digits after a single separator are thousands. An empty cell is 0.
 * @returns null if the text is not an amount
 */
export function parseAmountE4(cell: string): bigint | null {
  if (/^\d{1,14}$/.test(cell)) return BigInt(cell) * 10_000n;
  const text = cell.replaceAll(/[\s₫đ"']|VN[DĐ]/giu, '');
  if (text === '' || text === '-') return 0n;
  const scientific = /^(-?)(\d+)(?:\.(\d+))?e([+-]?\d{1,2})$/i.exec(text);
  if (scientific) {
    const [, sign = '', whole = '', part = '', power = '0'] = scientific;
    const shift = Number(power);
    const digits = (whole + part).padEnd(whole.length + Math.max(shift, 0), '0');
    const point = whole.length + shift;
    if (point < 1) return toE4(sign, '0', '0'.repeat(-point) + digits);
    return toE4(sign, digits.slice(0, point), digits.slice(point));
  }
  const match = /^(-?)(\d{1,3}(?:([.,])\d{3}(?:\3\d{3})*)?|\d+)(?:[.,](\d+))?$/.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', , part = ''] = match;
  return toE4(sign, whole.replaceAll(/[.,]/g, ''), part);
}

/** Rounds to ten-thousandths: spreadsheets write the last digits of a number imprecisely. */
function toE4(sign: string, whole: string, part: string): bigint | null {
  if (whole.length > 14) return null;
  const truncated = BigInt(`${whole}${part.slice(0, 4).padEnd(4, '0')}`);
  const size = /^[5-9]/.test(part.slice(4)) ? truncated + 1n : truncated;
  return sign === '-' ? -size : size;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** The date format of a file, for cells that do not determine it. */
export interface DateFormat {
  /** The month comes before the day: `11/30/2026`. */
  readonly monthFirst: boolean;
  /** Serial dates count from 1904-01-01, as in workbooks of old Macintosh versions. */
  readonly from1904: boolean;
}

/** Longer texts are not dates and are not searched. */
const maxTimeCharacters = 40;

/**
 * Parses `2026-11-11 20:15`, `11/11/2026 20:15:09` or `11 Nov 2026 20:15` to a local day, which may not exist, and the
 * milliseconds since its midnight.
 */
function parseLocalTime(cell: string, format: DateFormat): { day: string; ms: number } | null {
  const text = cell.trim();
  if (text.length > maxTimeCharacters) return null;
  const serial = /^\d{5}(?:\.\d+)?$/.test(text) ? Number(text) : null;
  if (serial !== null) {
    const ms = Math.round((serial % 1) * 86_400) * 1000;
    const first = format.from1904 ? '1904-01-01' : '1899-12-30';
    return { day: addDays(first, Math.floor(serial)), ms };
  }
  const [date = '', time = ''] =
    /^(.+?)(?:[ T]+(\d{1,2}:\d{2}(?::\d{2})?))?(?:\.\d+)?$/.exec(text)?.slice(1) ?? [];
  const day = parseDate(date, format);
  if (day === null) return null;
  const [hour = 0, minute = 0, second = 0] = (time ?? '').split(':').map(Number);
  if (hour > 23 || minute > 59 || second > 59) return null;
  return { day, ms: (hour * 3600 + minute * 60 + second) * 1000 };
}

const digitsDate = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})/;

function parseDate(date: string, { monthFirst }: DateFormat): string | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(date);
  if (iso) return isoDate(iso[1], iso[2], iso[3]);
  const digits = digitsDate.exec(date);
  if (digits && digits[0] === date) {
    const [, one, two, year] = digits;
    return monthFirst ? isoDate(year, one, two) : isoDate(year, two, one);
  }
  const namedDate = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ](\d{4})$/i.exec(date);
  const month = namedDate ? months.indexOf((namedDate[2] ?? '').toLowerCase()) + 1 : 0;
  return namedDate && month > 0 ? isoDate(namedDate[3], String(month), namedDate[1]) : null;
}

function isoDate(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Returns whether numeric dates put the month first; null if they can be read both ways. */
export function detectMonthFirst(cells: Iterable<string>): boolean | null {
  const evidence = { dates: false, dayFirst: false, monthFirst: false };
  for (const cell of cells) {
    const [, one, two] = digitsDate.exec(cell.trim()) ?? [];
    if (one === undefined || two === undefined) continue;
    evidence.dates = true;
    if (Number(one) > 12) evidence.dayFirst = true;
    if (Number(two) > 12) evidence.monthFirst = true;
  }
  if (!evidence.dates || evidence.dayFirst) return false;
  return evidence.monthFirst ? true : null;
}

/**
 * Creates a parser of times in a time zone. Midnights are cached by day, null for a day that does not exist or that
 * programs write for none, such as 0001-01-01.
 */
export function createTimeParser(
  timeZone: string,
  format: DateFormat = { monthFirst: false, from1904: false },
): (cell: string) => Date | null {
  const midnights = new Map<string, number | null>();
  const timeOf = localTimes(timeZone);
  return (cell) => {
    const read = parseLocalTime(cell, format);
    if (!read) return null;
    const midnight = midnights.getOrInsertComputed(read.day, (day) =>
      isReportDay(day) ? startOfDay(day, timeZone).getTime() : null,
    );
    if (midnight === null) return null;
    const at = midnight + read.ms;
    // On a day on which clocks change, they do not show the time since midnight.
    const { day, minute } = timeOf(new Date(at));
    const shownMs = (countDays(read.day, day) - 1) * dayMs + minute * minuteMs;
    return new Date(at + read.ms - (read.ms % minuteMs) - shownMs);
  };
}
