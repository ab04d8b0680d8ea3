import { absolute, sumBy } from '../money.ts';

// What columns can store: a trillion units of the currency, a million pieces, times from 1971 to 2199, and texts without
// NUL and unpaired surrogates, which PostgreSQL rejects. Texts of partners have contained both.

/** In ten-thousandths. A larger amount is an error, and sums of such amounts would overflow the column. */
export const maxAmountE4 = 10n ** 16n;
export const maxQuantity = 1_000_000;
const minTimeMs = Date.UTC(1971, 0, 1);
const maxTimeMs = Date.UTC(2200, 0, 1);

export function isStorableAmount(amountE4: bigint): boolean {
  return absolute(amountE4) <= maxAmountE4;
}

/** Returns whether amounts fit the column, and so does any sum of them. */
export function areStorableAmounts(amounts: readonly bigint[]): boolean {
  return isStorableAmount(sumBy(amounts, absolute));
}

export function isStorableTime(time: Date | null): boolean {
  return time === null || (time.getTime() >= minTimeMs && time.getTime() < maxTimeMs);
}

/** Returns whether a text can be stored as it is. An id that cannot must not be changed: it might equal another one. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Returns a text without what cannot be stored. */
export function sanitizeText(text: string): string {
  return isStorableText(text) ? text : text.toWellFormed().replaceAll('\0', '');
}

/** Returns whether ids can be stored as they are, as far as there are any. */
export function areStorableIds(ids: readonly (string | null)[]): boolean {
  return ids.every((id) => id === null || isStorableText(id));
}

export const unstorableIdReason = 'an id has a null character or half of a character';
