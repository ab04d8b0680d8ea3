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
  if (by === 0) return null;
  const divisor = BigInt(by);
  const size = amountE4 < 0n ? -amountE4 : amountE4;
  const quotient = (size * 2n + divisor) / (divisor * 2n);
  return amountE4 < 0n ? -quotient : quotient;
}
