/** Money is a bigint of ten-thousandths of the major unit internally, and decimal text in the APIs. */

/** One major unit, in ten-thousandths. */
export const oneE4 = 10_000n;

/** Converts a whole amount to ten-thousandths. */
export function toE4(amount: number): bigint {
  return BigInt(amount) * oneE4;
}

/**
 * Parses a plain decimal text (`199000`, `12.5`, no exponent, no thousands separator).
 * @returns ten-thousandths, or undefined when the text is not such a number or has more than four
 * significant decimals
 */
export function parseAmount(text: string): bigint | undefined {
  const match = /^([+-]?)(\d{1,15})(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const decimals = (match[3] ?? '').replace(/0+$/, '');
  if (decimals.length > 4) return undefined;
  const magnitude = BigInt(match[2] ?? '0') * oneE4 + BigInt(decimals.padEnd(4, '0'));
  return match[1] === '-' ? -magnitude : magnitude;
}

/** Returns the shortest exact decimal text with at least `minDecimals` decimals. */
export function formatAmount(amountE4: bigint, minDecimals = 0): string {
  const exact = Number(amountE4);
  // Fast path: nearly every amount is whole and small, and numbers are formatted many times faster than bigints.
  if (exact % 10_000 === 0 && Number.isSafeInteger(exact)) {
    return minDecimals === 0 ? `${exact / 10_000}` : `${exact / 10_000}.${'0'.repeat(minDecimals)}`;
  }
  const negative = amountE4 < 0n;
  const magnitude = negative ? -amountE4 : amountE4;
  let decimals = (magnitude % oneE4).toString().padStart(4, '0');
  while (decimals.length > minDecimals && decimals.endsWith('0')) {
    decimals = decimals.slice(0, -1);
  }
  const whole = (magnitude / oneE4).toString();
  return `${negative ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Returns an amount as a JSON number. */
export function toJsonNumber(amountE4: bigint): number {
  return Number(formatAmount(amountE4));
}

/** Adds up an amount of all rows. */
export function sumE4<Row>(rows: readonly Row[], amountOf: (row: Row) => bigint): bigint {
  return rows.reduce((total, row) => total + amountOf(row), 0n);
}

/**
 * Splits a whole amount over weights so that the parts sum to it exactly: largest remainder, ties by
 * position. Weights must be non-negative; all-zero weights share equally.
 */
export function splitProportionally(amount: number, weights: readonly number[]): number[] {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weightSum > 0 ? weights : weights.map(() => 1);
  const divisor = weightSum > 0 ? weightSum : weights.length;
  if (amount === 0) return weights.map(() => 0);
  // Every order is split several times. Up to this size numbers are as exact as bigints, and faster.
  const isExact = Number.isSafeInteger(amount * divisor);
  const large = (share: number): bigint => BigInt(amount) * BigInt(share);
  const remainders = shares.map((share) =>
    isExact ? (amount * share) % divisor : Number(large(share) % BigInt(divisor)),
  );
  const parts = shares.map((share, position) =>
    isExact
      ? (amount * share - (remainders[position] ?? 0)) / divisor
      : Number(large(share) / BigInt(divisor)),
  );
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  if (left === 0) return parts;
  const byRemainder = [...remainders.keys()].sort(
    (a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0) || a - b,
  );
  for (const position of byRemainder.slice(0, left)) parts[position] = (parts[position] ?? 0) + 1;
  return parts;
}
