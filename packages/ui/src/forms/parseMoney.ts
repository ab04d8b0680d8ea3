/** What somebody typed or pasted as an amount in a currency without decimals. */
export type ParsedMoney =
  /** Plain digits: `1.234.567 ₫` gives 1234567. */
  { readonly amount: string } | { readonly problem: 'empty' | 'decimals' | 'unreadable' };

/** Reads digits, with or without groups of three by dots or by commas, and a sign for đồng. */
export function parseMoney(text: string): ParsedMoney {
  const bare = text.replaceAll(/\s|₫|đ(?:ồng)?|VND|VNĐ/giu, '');
  if (bare === '') return { problem: 'empty' };
  const grouped = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$/.test(bare);
  if (grouped || /^\d+$/.test(bare)) {
    return { amount: bare.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '') };
  }
  return { problem: /^\d[\d.,]*[.,]\d{1,2}$/.test(bare) ? 'decimals' : 'unreadable' };
}

/** Digits in groups of three: `1234567` gives `1.234.567`. */
export function groupDigits(digits: string, separator: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, separator);
}

/**
 * What the field shows after a change. Groups follow the digits; what the person wrote on purpose (a
 * separator where no group ends, a letter) stays as it is, to be told what is wrong with it.
 * @param shown what stood there before.
 * @param wrote the separator that was typed just now, if it was one.
 */
export function formatMoneyInput(
  next: string,
  {
    shown: previous,
    wrote: isSeparatorTyped,
    separator,
  }: { shown: string; wrote: boolean; separator: string },
): string {
  if (isSeparatorTyped) return next;
  const plain = (text: string) => text.replaceAll(separator, '');
  const isGrouped = previous === groupDigits(plain(previous), separator);
  const digits = plain(next);
  if (isGrouped && /^\d*$/.test(digits)) return groupDigits(digits, separator);
  const read = parseMoney(next);
  return 'amount' in read ? groupDigits(read.amount, separator) : next;
}
