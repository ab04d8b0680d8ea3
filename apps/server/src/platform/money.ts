const scale = 10_000n;

/** Formats an amount in ten-thousandths: 1234500n becomes "123.45". No exponent, no trailing zeros. */
export function toDecimal(amountE4: bigint): string {
  const sign = amountE4 < 0n ? '-' : '';
  const size = amountE4 < 0n ? -amountE4 : amountE4;
  const fraction = (size % scale).toString().padStart(4, '0').replace(/0+$/, '');
  return `${sign}${size / scale}${fraction && `.${fraction}`}`;
}

/** Divides, rounding half away from zero to the ten-thousandth. Returns null for a division by zero. */
export function divideE4(amountE4: bigint, by: number): bigint | null {
  return by === 0 ? null : divideRounded(amountE4, BigInt(by));
}

/** Divides by a positive number, rounding half away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = (size * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -quotient : quotient;
}
