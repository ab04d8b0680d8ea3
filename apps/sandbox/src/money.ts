/** Money is a bigint of ten-thousandths of the major unit inside and a decimal text outside. */
export const E4 = 10_000n;

/** Ten-thousandths from a whole amount. */
export function wholeAmount(amount: number): bigint {
  return BigInt(amount) * E4;
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
  const magnitude = BigInt(match[2] ?? '0') * E4 + BigInt(decimals.padEnd(4, '0'));
  return match[1] === '-' ? -magnitude : magnitude;
}

/** Shortest exact decimal text with at least `minimumDecimals` decimals. */
export function amountText(amountE4: bigint, minimumDecimals = 0): string {
  const negative = amountE4 < 0n;
  const magnitude = negative ? -amountE4 : amountE4;
  let decimals = (magnitude % E4).toString().padStart(4, '0');
  while (decimals.length > minimumDecimals && decimals.endsWith('0')) {
    decimals = decimals.slice(0, -1);
  }
  const whole = (magnitude / E4).toString();
  return `${negative ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/**
 * Splits a whole amount over weights so that the parts sum to it exactly: largest remainder, ties by
 * position. Weights must be non-negative; all-zero weights share equally.
 */
export function splitWhole(amount: number, weights: readonly number[]): number[] {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weightSum > 0 ? weights : weights.map(() => 1);
  const divisor = BigInt(weightSum > 0 ? weightSum : weights.length);
  const total = BigInt(amount);
  const parts: number[] = [];
  const remainders: { position: number; remainder: bigint }[] = [];
  let given = 0;
  shares.forEach((share, position) => {
    const product = total * BigInt(share);
    const part = Number(product / divisor);
    parts.push(part);
    given += part;
    remainders.push({ position, remainder: product % divisor });
  });
  remainders.sort((a, b) =>
    a.remainder === b.remainder ? a.position - b.position : a.remainder > b.remainder ? -1 : 1,
  );
  for (let left = amount - given, next = 0; left > 0; left -= 1, next += 1) {
    const position = remainders[next]?.position ?? 0;
    parts[position] = (parts[position] ?? 0) + 1;
  }
  return parts;
}
