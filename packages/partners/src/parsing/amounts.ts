const decimalPattern = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/;
/** Exclusive limit, beyond any real amount: fourteen digits before the decimal point. */
const maxAmountE4 = 10n ** 18n;

interface ParsedAmount {
  amountE4: bigint;
  /** Whether the text had more than four decimals and was rounded (half to even). */
  rounded: boolean;
}

/**
 * Parses a decimal text exactly into ten-thousandths of the major unit. Accepts JSON exponents, because partners
 * serialize amounts from floats, such as `3.0E5` and `1.4e-14`.
 * @returns null for anything else: thousands separators, whitespace, more than fourteen digits before the decimal point
 */
export function parseAmount(text: string): ParsedAmount | null {
  const match = decimalPattern.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = 4 + Number(exponent) - fraction.length;
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n;
  const scaled = shift < 0 ? digits : digits * 10n ** BigInt(shift);
  const remainder = scaled % divisor;
  let amountE4 = scaled / divisor;
  const half = remainder * 2n - divisor;
  if (half > 0n || (half === 0n && amountE4 % 2n === 1n)) amountE4 += 1n;
  if (amountE4 >= maxAmountE4) return null;
  return { amountE4: sign === '-' ? -amountE4 : amountE4, rounded: remainder > 0n };
}

const currenciesWithoutCents = new Set(['VND', 'IDR', 'JPY', 'TWD', 'CLP']);

/** Returns the smallest unit of a currency that partners use, in ten-thousandths of the major unit. */
export function smallestUnit(currency: string): bigint {
  return currenciesWithoutCents.has(currency) ? 10_000n : 100n;
}

/**
 * Splits an amount by weights so that the parts add up exactly: largest remainder in whole units, ties to the earlier
 * part. If all weights are zero, they count as equal.
 * @param unit the smallest unit of the currency, in the same scale as `whole`
 */
export function splitByWeight(whole: bigint, weights: readonly bigint[], unit: bigint): bigint[] {
  if (weights.length === 0) return [];
  const sign = whole < 0n ? -1n : 1n;
  const size = whole * sign;
  const nonNegative = weights.map((weight) => (weight > 0n ? weight : 0n));
  const total = nonNegative.reduce((sum, weight) => sum + weight, 0n);
  const used = total === 0n ? weights.map(() => 1n) : nonNegative;
  const divisor = total === 0n ? BigInt(weights.length) : total;
  const units = size / unit;
  const parts = used.map((weight, index) => ({
    index,
    units: (units * weight) / divisor,
    remainder: (units * weight) % divisor,
  }));
  let left = units - parts.reduce((sum, part) => sum + part.units, 0n);
  for (const part of parts.toSorted(
    (a, b) => compare(b.remainder, a.remainder) || a.index - b.index,
  )) {
    if (left === 0n) break;
    part.units += 1n;
    left -= 1n;
  }
  const split = parts.map((part) => part.units * unit * sign);
  // A remainder below one unit cannot be distributed; the first part gets it.
  const first = split[0];
  if (first !== undefined) split[0] = first + (size % unit) * sign;
  return split;
}

/**
 * Returns what `count` of `quantity` equal pieces, those after the first `from`, get of an amount. The pieces get what
 * `splitByWeight` would give them, however many there are.
 */
export function shareOfPieces(
  whole: bigint,
  { quantity, from, count }: { quantity: number; from: number; count: number },
  unit: bigint,
): bigint {
  const sign = whole < 0n ? -1n : 1n;
  const size = whole * sign;
  const units = size / unit;
  const leftover = Number(units % BigInt(quantity));
  // The first pieces get one unit more.
  const larger = Math.max(0, Math.min(leftover - from, count));
  const share = (units / BigInt(quantity)) * BigInt(count) + BigInt(larger);
  const remainder = from === 0 && count > 0 ? size % unit : 0n;
  return (share * unit + remainder) * sign;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
