import { isDay, todayIn } from './calendarDays.ts';
import { locales, type Language } from './language.ts';
import {
  formatMoney,
  createMoneyAxis,
  formatShortMoney,
  type MoneyAxis,
  type MoneyParts,
} from './money.ts';

/** Default time zone of a shop's days. */
export const defaultTimeZone = 'Asia/Ho_Chi_Minh';

export interface Formats {
  /** `1.234.567 ₫` */
  money(amount: string, currency: string): string;
  /** `1,25 tỷ` and the currency sign. */
  shortMoney(amount: string, currency: string): MoneyParts;
  /** Axis of a chart of amounts. */
  moneyAxis(currency: string): MoneyAxis;
  /** `12.345` */
  number(value: number): string;
  /** A share from 0 to 1 with one decimal: `12,3%`. */
  percent(share: number): string;
  /** A signed relative change: `+12,3%`, `−4,0%`. */
  change(share: number): string;
  /** The day of an instant in a time zone: `3/11/2026`, `3 Nov 2026`. */
  date(instant: string | number | Date, timeZone?: string): string;
  /** `14:05` */
  time(instant: string | number | Date, timeZone?: string): string;
  /** `3/11/2026, 14:05` */
  dateTime(instant: string | number | Date, timeZone?: string): string;
  /** A calendar day (`2026-11-03`) without a time zone: `3/11/2026`. */
  day(day: string): string;
  /** Like `day`, without the year: `3/11`. */
  shortDay(day: string): string;
  /** Both ends of a range, or the only one. A line may end after the dash only: `3/11 – 9/11/2026`. */
  range(first: string, last: string): string;
  /**
   * `5 phút trước`. Up to a minute in the future counts as just now, because the local clock may be behind
   * the server's.
   */
  relative(instant: string | number | Date, now?: number): string;
  /** `sau 5 phút nữa`, for future instants. Within a minute, or when overdue: `trong vài giây nữa`. */
  upcoming(instant: string | number | Date, now?: number): string;
  /** `Lazada, Shopee và Tiki` */
  list(items: readonly string[]): string;
}

/**
 * English uses month names, because numeric dates are ambiguous. `Intl` abbreviates September to four
 * letters in en-GB.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Joins a date: `3/11/2026`, `3 Nov 2026`; without a year `3/11`, `3 Nov`. */
function joinDate(language: Language, day: number, month: number, year?: number): string {
  const parts = language === 'vi' ? [day, month] : [day, months[month - 1] ?? month];
  return [...parts, ...(year === undefined ? [] : [year])].join(language === 'vi' ? '/' : '\u00a0');
}

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const missing = '–';

/** Caches formatters per time zone, because construction is slow. */
function memoizeByZone<Made>(make: (timeZone: string) => Made): (timeZone: string) => Made {
  const made = new Map<string, Made>();
  return (timeZone) => {
    const known = made.get(timeZone);
    if (known) return known;
    const fresh = make(timeZone);
    made.set(timeZone, fresh);
    return fresh;
  };
}

/** Constructs a formatter when it is first used: together they would delay the first paint. */
function createOnUse<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

export function createFormats(language: Language): Formats {
  const locale = locales[language];
  const whole = createOnUse(() => new Intl.NumberFormat(locale));
  const percent = createOnUse(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }),
  );
  const relative = createOnUse(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
  const list = createOnUse(() => new Intl.ListFormat(locale));
  const timeIn = memoizeByZone(
    (timeZone) =>
      new Intl.DateTimeFormat(locale, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZone,
      }),
  );

  const valid = (instant: string | number | Date): Date | null => {
    const date = new Date(instant);
    return Number.isNaN(date.getTime()) ? null : date;
  };
  const dateOf = (date: Date, timeZone: string): string => dayOf(todayIn(timeZone, date.getTime()));
  const dayOf = (day: string, isShort = false): string => {
    const [year = 0, month = 0, date = 0] = isDay(day) ? day.split('-').map(Number) : [];
    if (year === 0) return missing;
    return isShort ? joinDate(language, date, month) : joinDate(language, date, month, year);
  };

  /** Returns null within a minute of now. */
  const distance = (date: Date, now: number): string | null => {
    const seconds = Math.round((date.getTime() - now) / 1000);
    const unit = units.find(([, size]) => Math.abs(seconds) >= size);
    return unit ? relative().format(Math.trunc(seconds / unit[1]), unit[0]) : null;
  };

  return {
    money: (amount, currency) => formatMoney(language, amount, currency),
    shortMoney: (amount, currency) => formatShortMoney(language, amount, currency),
    moneyAxis: (currency) => createMoneyAxis(language, currency),
    number: (value) => whole().format(value),
    percent: (share) => percent().format(share),
    change(share) {
      const size = percent().format(Math.abs(share));
      if (size === percent().format(0)) return size;
      return `${share > 0 ? '+' : '−'}${size}`;
    },
    date(instant, timeZone = defaultTimeZone) {
      const date = valid(instant);
      return date ? dateOf(date, timeZone) : missing;
    },
    time(instant, timeZone = defaultTimeZone) {
      const date = valid(instant);
      return date ? timeIn(timeZone).format(date) : missing;
    },
    dateTime(instant, timeZone = defaultTimeZone) {
      const date = valid(instant);
      return date ? `${dateOf(date, timeZone)}, ${timeIn(timeZone).format(date)}` : missing;
    },
    day: (day) => dayOf(day),
    shortDay: (day) => dayOf(day, true),
    range: (first, last) => (first === last ? first : `${first}\u00a0– ${last}`),
    relative(instant, now = Date.now()) {
      const date = valid(instant);
      if (!date) return missing;
      return distance(date, now) ?? (language === 'vi' ? 'vừa xong' : 'just now');
    },
    upcoming(instant, now = Date.now()) {
      const date = valid(instant);
      if (!date) return missing;
      const ahead = date.getTime() > now ? distance(date, now) : null;
      return ahead ?? (language === 'vi' ? 'trong vài giây nữa' : 'in a few seconds');
    },
    list: (items) => list().format(items),
  };
}
