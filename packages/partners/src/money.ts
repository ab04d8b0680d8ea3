const decimal = /^(-?)(\d{1,14})(?:\.(\d{1,20}))?$/;

export interface ParsedMoney {
  amountE4: bigint;
  /** More than four decimals came, and the amount is the nearest (half to even). */
  rounded: boolean;
}

/**
 * Reads a decimal text exactly into ten-thousandths of the major unit.
 * null for anything else: thousands separators, exponents, blanks.
 */
export function parseMoney(text: string): ParsedMoney | null {
  const match = decimal.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  let amountE4 = BigInt(whole + fraction.slice(0, 4).padEnd(4, '0'));
  const beyond = fraction.slice(4);
  const rounded = /[1-9]/.test(beyond);
  if (rounded) {
    const half = /^50*$/.test(beyond);
    if (half ? amountE4 % 2n === 1n : beyond >= '5') amountE4 += 1n;
  }
  return { amountE4: sign === '-' ? -amountE4 : amountE4, rounded };
}

/**
 * Splits a whole by weights so that the parts sum exactly to it: largest remainder on the unit,
 * ties to the earlier part. All weights zero: equal weights.
 * @param unit the smallest part of the currency, in the same scale as `whole`
 */
export function splitByWeight(whole: bigint, weights: readonly bigint[], unit: bigint): bigint[] {
  if (weights.length === 0) return [];
  const sign = whole < 0n ? -1n : 1n;
  const size = whole * sign;
  const given = weights.map((weight) => (weight > 0n ? weight : 0n));
  const total = given.reduce((sum, weight) => sum + weight, 0n);
  const used = total === 0n ? weights.map(() => 1n) : given;
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
  // What is smaller than one unit cannot be shared; it stays with the first part.
  const first = split[0];
  if (first !== undefined) split[0] = first + (size % unit) * sign;
  return split;
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
