/** PostgreSQL's text type rejects NUL and unpaired surrogates. Texts of partners have contained both. */

/** Returns whether a text can be stored as it is. An id that cannot must not be changed: it might equal another one. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Returns a text without what cannot be stored. */
export function sanitizeText(text: string): string {
  return isStorableText(text) ? text : text.toWellFormed().replaceAll('\0', '');
}
