import { affiliateParts, type IncomePart } from './fee-table.ts';

/** A part of an income, converted to the shop's currency. */
interface ConvertedPart extends Pick<IncomePart, 'feeClass'> {
  code: string;
  amountE4: bigint;
}

/**
 * Converts the parts of an affiliate shop's income to the shop's currency. A remainder below the smallest unit is due
 * to the platform's rounding of the total and is added to the goods; a larger one is left to the caller.
 * @param amount returns a field of the income in ten-thousandths
 * @returns null for an income in a single currency
 */
export function convertIncomeParts(
  income: Readonly<Record<string, unknown>>,
  amount: (code: string) => bigint,
  smallestUnit: bigint,
): ConvertedPart[] | null {
  const rate = parseRate(income['exchange_rate']);
  if (rate === null || !income['pri_currency'] || amount('escrow_amount_pri') === 0n) return null;
  const parts = Object.entries(affiliateParts).map(([code, { feeClass, sign }]) => ({
    code,
    feeClass,
    amountE4: convertAmount(sign * amount(code), rate),
  }));
  const sum = parts.reduce((total, { amountE4 }) => total + amountE4, 0n);
  const remainder = amount('escrow_amount') - sum;
  const [goods] = parts;
  if (goods && remainder < smallestUnit && -remainder < smallestUnit) goods.amountE4 += remainder;
  return parts;
}

/** A decimal number as `digits` ÷ `scale`, where `scale` is a power of ten. */
interface Rate {
  digits: bigint;
  scale: bigint;
}

const ratePattern = /^(\d{1,12})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Parses a positive decimal number exactly. Accepts JSON exponents, because partners serialize rates from floats. */
function parseRate(value: unknown): Rate | null {
  const match = typeof value === 'string' ? ratePattern.exec(value) : null;
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return null;
  const shift = Number(exponent) - fraction.length;
  return shift < 0
    ? { digits, scale: 10n ** BigInt(-shift) }
    : { digits: digits * 10n ** BigInt(shift), scale: 1n };
}

/** Converts an amount and rounds to the nearest ten-thousandth, half away from zero. */
function convertAmount(amountE4: bigint, { digits, scale }: Rate): bigint {
  const product = amountE4 * digits;
  const half = product < 0n ? -scale / 2n : scale / 2n;
  return (product + half) / scale;
}
