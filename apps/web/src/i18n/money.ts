import type { Language } from './language.ts';

/**
 * Money as people read it. Amounts arrive as decimal strings and are never turned into a float:
 * `Intl` formats the string as it is, and the short form is rounded with whole numbers.
 */

/** A figure whose parts may look different: the currency's sign steps back. */
export interface MoneyParts {
  /** `1,25 tỷ` */
  readonly number: string;
  /** `₫` */
  readonly sign: string;
  /** `1,25 tỷ ₫` */
  readonly text: string;
}

const locales: Record<Language, string> = { vi: 'vi-VN', en: 'en-GB' };

/** Signs that several currencies share. Their currencies are written by ISO code: `SGD 12.5K`. */
const ambiguousSigns: ReadonlySet<string> = new Set(['$', '¥', 'kr']);

/** ISO 4217 gives the rupiah two minor digits, and browsers differ; people in Indonesia write none. */
const wholeUnitCurrencies: ReadonlySet<string> = new Set(['IDR']);

interface CurrencyFormat {
  /** The exact amount. An odd fraction of a currency that is written whole is still shown. */
  readonly exact: Intl.NumberFormat;
  /** The figure of a short amount, rounded to the digits that people write. */
  readonly plain: Intl.NumberFormat;
  readonly sign: string;
  /** Digits after the point that people write: đồng 0, dollar 2. */
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

/** What is shown where an amount should be and is not one. */
const missing = '–';

/** The exact amount: `1.234.567 ₫`, `₫1,234,567`, `1.234,50 USD`. */
export function formatMoney(language: Language, amount: string, currency: string): string {
  if (!isDecimal(amount)) return missing;
  // `Intl` puts a hyphen in these languages, which is narrower than the minus of all other figures.
  return currencyFormat(language, currency).exact.format(amount).replace('-', '−');
}

interface ShortUnit {
  /** Powers of ten: 3 is thousand. */
  readonly power: number;
  readonly unit: string;
}

/**
 * `Intl`'s own short form writes a billion as `T` in Vietnamese, which reads as a thousand billion,
 * so the steps are ours: nghìn, triệu, tỷ. No line ends inside an amount: no-break spaces hold it together.
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

/** Below this many whole units the exact figure is short enough. */
const minShortAmount = 10_000n;

/** A size without its sign: whole units are `value` / 10 to the `scale`. */
interface Decimal {
  readonly value: bigint;
  readonly scale: number;
}

/** Rounds half away from zero to `decimals` digits after the point of ten to the `power`. */
function roundToDecimals({ value, scale }: Decimal, power: number, decimals: number): bigint {
  const exponent = power + scale - decimals;
  if (exponent <= 0) return value * 10n ** BigInt(-exponent);
  const divisor = 10n ** BigInt(exponent);
  return (value + divisor / 2n) / divisor;
}

/** `1234` with two decimals is `12.34`. */
function decimalText(value: bigint, decimals: number): `${number}` {
  const digits = value.toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const text = decimals > 0 ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits;
  return isDecimal(text) ? text : '0';
}

/** Three figures that count: 1,25 · 12,5 · 125. */
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
  // 9.999,996 is written with two digits as ten thousand, so the rounded size finds the step.
  let index = list.findIndex((step) => exact >= 10n ** BigInt(step.power + digits));
  let step = list[index];
  if (!step) return plain.format(decimalText(exact, digits));
  let decimals = decimalsFor(size, step.power);
  let value = roundToDecimals(size, step.power, decimals);
  // 999.999 rounds to a thousand thousands, which is a million.
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

/** Writes at most this many digits after the point. */
function maxDigitsFormat(language: Language, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${language} ${maximumFractionDigits}`;
  const made =
    maxDigitsFormats.get(key) ??
    new Intl.NumberFormat(locales[language], { maximumFractionDigits });
  maxDigitsFormats.set(key, made);
  return made;
}

/** The short amount for tiles and lists: `1,25 tỷ`, `950 nghìn`, `1.25B`, `0.35`. */
export function formatShortMoney(language: Language, amount: string, currency: string): MoneyParts {
  if (!isDecimal(amount)) return { number: missing, sign: '', text: missing };
  const format = currencyFormat(language, currency);
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const size = { value: BigInt(whole + fraction), scale: fraction.length };
  const minus = amount.startsWith('-') && roundToDecimals(size, 0, format.digits) > 0n ? '−' : '';
  const short = shortNumber(language, size, format);
  const number = `${minus}${short}`;
  const { sign } = format;
  // A sign of letters stands apart: `SGD 12.5K`.
  const space = /\p{L}$/u.test(sign) ? '\u00a0' : '';
  const text = language === 'vi' ? `${number}\u00a0${sign}` : `${minus}${sign}${space}${short}`;
  return { number, sign, text };
}

/** How an axis of amounts is divided and labelled. */
export interface MoneyAxis {
  /** The smallest distance of two labels: one minor unit of the currency. */
  readonly minStep: number;
  /** The label of one of the axis's `ticks`, which are evenly spaced. */
  readonly axisText: (tick: number, ticks: readonly number[]) => string;
}

/**
 * Labels of an axis of amounts, without the currency's sign. All ticks of an axis share one unit (triệu, K)
 * and are written with all digits of their distance, so no two read alike.
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

/** How many digits after the point a round distance has: 2.5 has one, 0.25 two. */
function digitsOf(distance: number): number {
  const enough = [0, 1, 2, 3].find((decimals) => {
    const scaled = distance * 10 ** decimals;
    return Math.abs(scaled - Math.round(scaled)) < 1e-6;
  });
  return enough ?? 4;
}
