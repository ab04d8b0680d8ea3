/** Result of parsing an amount in a currency without decimals. */
export type ParsedMoney =
  /** Digits only: `1.234.567 ₫` gives `1234567`. */
  { readonly amount: string } | { readonly problem: 'empty' | 'decimals' | 'unreadable' };

/** Parses digits with optional thousands separators (dots or commas) and an optional currency sign. */
export function parseMoney(text: string): ParsedMoney {
  const bare = text.normalize().replaceAll(/\s|₫|đ(?:ồng)?|VND|VNĐ/giu, '');
  if (bare === '') return { problem: 'empty' };
  const grouped = /^\d{1,3}(?:([.,])\d{3}(?:\1\d{3})*)?$/.test(bare);
  if (grouped || /^\d+$/.test(bare)) {
    return { amount: bare.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '') };
  }
  return { problem: /^\d[\d.,]*[.,]\d{1,2}$/.test(bare) ? 'decimals' : 'unreadable' };
}

/** Groups digits by thousands: `1234567` gives `1.234.567`. */
export function groupDigits(digits: string, separator: string): string {
  return digits.replaceAll(/\B(?=(\d{3})+$)/g, separator);
}

/**
 * Returns the text to show after an edit. Digits are grouped again. Deliberate other input, such as a
 * separator in the wrong place or a letter, stays so that validation can report it.
 * @param options.previous text before the edit
 */
export function formatMoneyInput(
  next: string,
  {
    previous,
    isSeparatorTyped,
    separator,
  }: { previous: string; isSeparatorTyped: boolean; separator: string },
): string {
  if (isSeparatorTyped) return next;
  const plain = (text: string) => text.replaceAll(separator, '');
  const isGrouped = previous === groupDigits(plain(previous), separator);
  const digits = plain(next);
  if (isGrouped && /^\d*$/.test(digits)) return groupDigits(digits, separator);
  const parsed = parseMoney(next);
  return 'amount' in parsed ? groupDigits(parsed.amount, separator) : next;
}
