/** Exact arithmetic on amounts, which are decimal strings with at most four decimals. */

/** Converts an amount to ten-thousandths of its currency unit. Returns zero if it is invalid. */
export function toE4(amount: string | null | undefined): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(amount ?? '');
  if (!match) return 0n;
  const [, minus, whole = '0', fraction = ''] = match;
  const size = BigInt(whole + fraction.padEnd(4, '0'));
  return minus === '-' ? -size : size;
}

/** Converts ten-thousandths of a currency unit to an amount. */
export function fromE4(e4: bigint): string {
  const size = e4 < 0n ? -e4 : e4;
  const fraction = String(size % 10_000n)
    .padStart(4, '0')
    .replace(/0+$/, '');
  const whole = `${e4 < 0n ? '-' : ''}${size / 10_000n}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Returns the exact sum of amounts. */
export function sumAmounts(amounts: readonly string[]): string {
  return fromE4(amounts.reduce((sum, amount) => sum + toE4(amount), 0n));
}

/** Returns the first item with the largest positive amount, or undefined if there is none. */
export function largestBy<Item>(
  items: readonly Item[],
  amountOf: (item: Item) => string | null,
): Item | undefined {
  let largest: Item | undefined;
  let largestE4 = 0n;
  for (const item of items) {
    const size = toE4(amountOf(item));
    if (size <= largestE4) continue;
    largest = item;
    largestE4 = size;
  }
  return largest;
}
