import type { Language } from './language.ts';

/**
 * Money as people read it. Amounts arrive as decimal strings and are never turned into a float:
 * `Intl` formats the string as it is, and the short form is rounded with whole numbers.
 */

/** A figure whose parts may look different: the currency's sign steps back. */
export interface MoneyParts {
  /** `1,25 tỷ` */
  readonly figure: string;
  /** `₫` */
  readonly sign: string;
  /** `1,25 tỷ ₫` */
  readonly text: string;
}

const locales: Record<Language, string> = { vi: 'vi-VN', en: 'en-GB' };

/** Signs that several currencies share: a team may read Singapore and United States dollars on one page. */
const sharedSigns: ReadonlySet<string> = new Set(['$', '¥']);

const formatters = new Map<string, Intl.NumberFormat>();

function currencyFormatter(language: Language, currency: string): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  const withSign = (currencyDisplay: 'narrowSymbol' | 'symbol') =>
    new Intl.NumberFormat(locales[language], { style: 'currency', currency, currencyDisplay });
  const narrow = withSign('narrowSymbol');
  const made = sharedSigns.has(signOf(narrow) ?? '') ? withSign('symbol') : narrow;
  formatters.set(key, made);
  return made;
}

function signOf(formatter: Intl.NumberFormat): string | undefined {
  return formatter.formatToParts(0).find((part) => part.type === 'currency')?.value;
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** What is shown where an amount should be and is not one. */
const missing = '–';

/** The exact amount: `1.234.567 ₫`, `₫1,234,567`. */
export function money(language: Language, amount: string, currency: string): string {
  if (!isDecimal(amount)) return missing;
  // `Intl` puts a hyphen in these languages, which is narrower than the minus of all other figures.
  return currencyFormatter(language, currency).format(amount).replace('-', '−');
}

interface Step {
  /** Powers of ten: 3 is thousand. */
  readonly power: number;
  readonly unit: string;
}

/**
 * `Intl`'s own short form writes a billion as `T` in Vietnamese, which reads as a thousand billion,
 * so the steps are ours: nghìn, triệu, tỷ.
 */
const steps: Record<Language, readonly Step[]> = {
  vi: [
    { power: 9, unit: ' tỷ' },
    { power: 6, unit: ' triệu' },
    { power: 3, unit: ' nghìn' },
  ],
  en: [
    { power: 9, unit: 'B' },
    { power: 6, unit: 'M' },
    { power: 3, unit: 'K' },
  ],
};

/** Below this many whole units the exact figure is short enough. */
const shortFrom = 10_000n;

/** Rounds half away from zero: `units` at ten to the `power`, with `decimals` kept. */
function rounded(units: bigint, power: number, decimals: number): bigint {
  const divisor = 10n ** BigInt(power - decimals);
  return (units + divisor / 2n) / divisor;
}

/** Three figures that count: 1,25 · 12,5 · 125. */
function decimalsFor(units: bigint, power: number): number {
  const whole = units / 10n ** BigInt(power);
  if (whole >= 100n) return 0;
  return whole >= 10n ? 1 : 2;
}

function shortFigure(language: Language, units: bigint): string {
  const plain = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2 });
  if (units < shortFrom) return plain.format(units);
  const list = steps[language];
  let index = list.findIndex((step) => units >= 10n ** BigInt(step.power));
  let step = list[index];
  if (!step) return plain.format(units);
  let decimals = decimalsFor(units, step.power);
  let value = rounded(units, step.power, decimals);
  // 999.999 rounds to a thousand thousands, which is a million.
  const larger = list[index - 1];
  if (larger && value >= 1000n * 10n ** BigInt(decimals)) {
    index -= 1;
    step = larger;
    decimals = 0;
    value = 1n;
  }
  const digits = value.toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  const text = decimals > 0 ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits;
  return `${isDecimal(text) ? plain.format(text) : text}${step.unit}`;
}

/** The short amount for tiles and axes: `1,25 tỷ`, `950 nghìn`, `1.25B`. */
export function shortMoney(language: Language, amount: string, currency: string): MoneyParts {
  if (!isDecimal(amount)) return { figure: missing, sign: '', text: missing };
  const negative = amount.startsWith('-');
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
  const units = BigInt(whole) + (fraction >= '5' ? 1n : 0n);
  const minus = negative && units > 0n ? '−' : '';
  const short = shortFigure(language, units);
  const figure = `${minus}${short}`;
  const sign = signOf(currencyFormatter(language, currency)) ?? currency;
  // A sign of letters stands apart: `SGD 12.5K`.
  const space = /\p{L}$/u.test(sign) ? '\u00a0' : '';
  const text = language === 'vi' ? `${figure} ${sign}` : `${minus}${sign}${space}${short}`;
  return { figure, sign, text };
}
