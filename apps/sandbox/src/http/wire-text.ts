/** Texts in the form in which a long answer is written fastest. */

/** Names, places and words of a world come again and again; those of a replayed file may be endless. */
const MAX_CACHED = 10_000;
const cache = new Map<string, string>();

/**
 * A text with one letter for each byte of its UTF-8. A single letter beyond Latin 1 makes the JSON of a whole answer,
 * and its bytes, take three times as long; an answer whose texts are all of this form is sent as `latin1`, and arrives
 * as the same UTF-8.
 */
export function wireText(text: string): string {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const written = Buffer.from(text, 'utf8').toString('latin1');
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, written);
  return written;
}
