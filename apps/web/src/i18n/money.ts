import { locales, type Language } from './language.ts';

/**
 * Formatting of amounts. They are decimal strings and never become floats: `Intl` formats the string, and
 * short forms are rounded with integers.
 */

/** The parts of an amount, so that the currency sign can be styled separately. */
export interface MoneyParts {
  /** `1,25 tỷ` */
  readonly number: string;
  /** `₫` */
  readonly sign: string;
  /** `1,25 tỷ ₫` */
  readonly text: string;
}

/** Signs shared by several currencies, which are written by ISO code instead: `SGD 12.5K`. */
const ambiguousSigns: ReadonlySet<string> = new Set(['$', '¥', 'kr']);

/**
 * ISO 4217 defines two minor digits for the rupiah and browsers differ, but in practice none are written.
 */
const wholeUnitCurrencies: ReadonlySet<string> = new Set(['IDR']);

interface CurrencyFormat {
  /** The exact amount. Fractions of currencies that are written whole are still shown. */
  readonly exact: Intl.NumberFormat;
  /** A short amount, rounded to the usual number of decimals. */
  readonly plain: Intl.NumberFormat;
  readonly sign: string;
  /** Usual number of decimals: đồng 0, dollar 2. */
  readonly digits: number;
}

const currencyFormats = new Map<string, CurrencyFormat>();

function currencyFormat(language: Language, currency: string): CurrencyFormat {
  const key = `${language} ${currency}`;
  const made = currencyFormats.get(key) ?? makeCurrencyFormat(locales[language], currency);
  currencyFormats.set(key, made);
  return made;
}

function makeCurrencyFormat(locale: string, currency: string): CurrencyFormat {
  const isWhole = wholeUnitCurrencies.has(currency);
  const withSign = (currencyDisplay: 'narrowSymbol' | 'code') =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay,
      ...(isWhole && { ...minor(2), trailingZeroDisplay: 'stripIfInteger' }),
    });
  const narrow = withSign('narrowSymbol');
  const exact = ambiguousSigns.has(signOf(narrow) ?? '') ? withSign('code') : narrow;
  const digits = isWhole ? 0 : (exact.resolvedOptions().maximumFractionDigits ?? 0);
  const plain = new Intl.NumberFormat(locale, minor(digits));
  return { exact, plain, sign: signOf(exact) ?? currency, digits };
}

const minor = (digits: number) => ({
  minimumFractionDigits: digits,
  maximumFractionDigits: digits,
});

function signOf(formatter: Intl.NumberFormat): string | undefined {
  return formatter.formatToParts(0).find((part) => part.type === 'currency')?.value;
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Shown in place of an invalid amount. */
const missing = '–';

/** Formats the exact amount: `1.234.567 ₫`, `₫1,234,567`, `1.234,50 USD`. */
export function formatMoney(language: Language, amount: string, currency: string): string {
  if (!isDecimal(amount)) return missing;
  // `Intl` uses a hyphen in these languages; other numbers use a minus sign.
  return currencyFormat(language, currency).exact.format(amount).replace('-', '−');
}

interface ShortUnit {
  /** Power of ten: 3 is thousand. */
  readonly power: number;
  readonly unit: string;
}

/**
 * Units of short amounts: nghìn, triệu, tỷ. `Intl` abbreviates a billion to `T` in Vietnamese, which reads
 * as a trillion. No-break spaces keep amounts on one line.
 */
const shortUnits: Record<Language, readonly ShortUnit[]> = {
  vi: [
    { power: 9, unit: '\u00a0tỷ' },
    { power: 6, unit: '\u00a0triệu' },
    { power: 3, unit: '\u00a0nghìn' },
  ],
  en: [
    { power: 9, unit: 'B' },
    { power: 6, unit: 'M' },
    { power: 3, unit: 'K' },
  ],
};

/** Minimum number of whole units for a short form; below it the exact amount is short enough. */
const minShortAmount = 10_000n;

/** An absolute value: `value` / 10^`scale` whole units. */
interface Decimal {
  readonly value: bigint;
  readonly scale: number;
}

/** Rounds half away from zero to `decimals` digits of the unit 10^`power`. */
function roundToDecimals({ value, scale }: Decimal, power: number, decimals: number): bigint {
  const exponent = power + scale - decimals;
  if (exponent <= 0) return value * 10n ** BigInt(-exponent);
  const divisor = 10n ** BigInt(exponent);
  return (value + divisor / 2n) / divisor;
}

/** Formats `1234` with two decimals as `12.34`. */
function decimalText(value: bigint, decimals: number): `${number}` {
  const digits = value.toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const text = decimals > 0 ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits;
  return isDecimal(text) ? text : '0';
}

/** Returns the number of decimals for three significant digits: 1,25 · 12,5 · 125. */
function decimalsFor(size: Decimal, power: number): number {
  const whole = size.value / 10n ** BigInt(power + size.scale);
  if (whole >= 100n) return 0;
  return whole >= 10n ? 1 : 2;
}

function shortNumber(language: Language, size: Decimal, { plain, digits }: CurrencyFormat): string {
  const exact = roundToDecimals(size, 0, digits);
  if (exact < minShortAmount * 10n ** BigInt(digits))
    return plain.format(decimalText(exact, digits));
  const list = shortUnits[language];
  // With two decimals, 9.999,996 rounds to ten thousand, so the rounded value selects the unit.
  let index = list.findIndex((step) => exact >= 10n ** BigInt(step.power + digits));
  let step = list[index];
  if (!step) return plain.format(decimalText(exact, digits));
  let decimals = decimalsFor(size, step.power);
  let value = roundToDecimals(size, step.power, decimals);
  // 999.999 rounds to 1000 thousand, which is one million.
  const larger = list[index - 1];
  if (larger && value >= 1000n * 10n ** BigInt(decimals)) {
    index -= 1;
    step = larger;
    decimals = 0;
    value = 1n;
  }
  return `${maxDigitsFormat(language, decimals).format(decimalText(value, decimals))}${step.unit}`;
}

const maxDigitsFormats = new Map<string, Intl.NumberFormat>();

/** Returns a formatter with at most this many decimals. */
function maxDigitsFormat(language: Language, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${language} ${maximumFractionDigits}`;
  const made =
    maxDigitsFormats.get(key) ??
    new Intl.NumberFormat(locales[language], { maximumFractionDigits });
  maxDigitsFormats.set(key, made);
  return made;
}

/** Formats a short amount for cards and lists: `1,25 tỷ`, `950 nghìn`, `1.25B`, `0.35`. */
export function formatShortMoney(language: Language, amount: string, currency: string): MoneyParts {
  if (!isDecimal(amount)) return { number: missing, sign: '', text: missing };
  const format = currencyFormat(language, currency);
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const size = { value: BigInt(whole + fraction), scale: fraction.length };
  const minus = amount.startsWith('-') && roundToDecimals(size, 0, format.digits) > 0n ? '−' : '';
  const short = shortNumber(language, size, format);
  const number = `${minus}${short}`;
  const { sign } = format;
  // Signs that end with a letter are separated: `SGD 12.5K`.
  const space = /\p{L}$/u.test(sign) ? '\u00a0' : '';
  const text = language === 'vi' ? `${number}\u00a0${sign}` : `${minus}${sign}${space}${short}`;
  return { number, sign, text };
}

/** Steps and labels of an axis of amounts. */
export interface MoneyAxis {
  /** Minimum distance between ticks: one minor unit of the currency. */
  readonly minStep: number;
  /** Formats one of the evenly spaced `ticks`. */
  readonly axisText: (tick: number, ticks: readonly number[]) => string;
}

/**
 * Creates the axis for amounts, without the currency sign. All ticks share one unit (triệu, K) and show all
 * decimals of their distance, so that no two labels are equal.
 */
export function createMoneyAxis(language: Language, currency: string): MoneyAxis {
  const { digits, plain } = currencyFormat(language, currency);
  return {
    minStep: 10 ** -digits,
    axisText(tick, ticks) {
      const largest = Math.max(...ticks.map(Math.abs));
      const step =
        largest < Number(minShortAmount)
          ? undefined
          : shortUnits[language].find(({ power }) => largest >= 10 ** power);
      const unit = 10 ** (step?.power ?? 0);
      const decimals = digitsOf(Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0)) / unit);
      const format = !step && decimals > 0 ? plain : maxDigitsFormat(language, decimals);
      const text = (tick / unit).toFixed(decimals);
      const label = isDecimal(text) ? format.format(text).replace('-', '−') : missing;
      return tick === 0 ? label : `${label}${step?.unit ?? ''}`;
    },
  };
}

/** Returns the number of decimals of a round distance: one for 2.5, two for 0.25. */
function digitsOf(distance: number): number {
  const enough = [0, 1, 2, 3].find((decimals) => {
    const scaled = distance * 10 ** decimals;
    return Math.abs(scaled - Math.round(scaled)) < 1e-6;
  });
  return enough ?? 4;
}
