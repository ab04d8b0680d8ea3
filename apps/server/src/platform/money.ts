const scale = 10_000n;

/** Formats an amount in ten-thousandths: 1234500n becomes "123.45". No exponent, no trailing zeros. */
export function toDecimal(amountE4: bigint): string {
  const sign = amountE4 < 0n ? '-' : '';
  const size = absolute(amountE4);
  const fraction = (size % scale).toString().padStart(4, '0').replace(/0+$/, '');
  return `${sign}${size / scale}${fraction && `.${fraction}`}`;
}

/** Divides, rounding half away from zero to the ten-thousandth. Returns null for a division by zero. */
export function divideE4(amountE4: bigint, by: number): bigint | null {
  return by === 0 ? null : divideRounded(amountE4, BigInt(by));
}

/** Divides by a positive number, rounding half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const quotient = (absolute(dividend) * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -quotient : quotient;
}

/** Adds the amounts of items. */
export function sumBy<Item>(items: Iterable<Item>, amountOf: (item: Item) => bigint): bigint {
  let sum = 0n;
  for (const item of items) sum += amountOf(item);
  return sum;
}

/** Compares for an ascending order. */
export function compareAmounts(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
