/** Texts in the form in which a long answer is written fastest. */

/** Names, places and words of a world come again and again; those of a replayed file may be endless. */
const MOST_KEPT = 10_000;
const kept = new Map<string, string>();

/**
 * A text with one letter for each byte of its UTF-8. A single letter beyond Latin 1 makes the JSON of a whole answer,
 * and its bytes, take three times as long; an answer whose texts are all of this form is sent as `latin1`, and arrives
 * as the same UTF-8.
 */
export function wireText(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const written = Buffer.from(text, 'utf8').toString('latin1');
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(text, written);
  return written;
}
