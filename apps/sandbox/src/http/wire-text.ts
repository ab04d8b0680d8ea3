/** Encodes texts so that long responses are written fast. */

/** The generated world repeats its texts; a replayed file may have any number of them. */
const MAX_CACHED = 10_000;
const cache = new Map<string, string>();

/**
 * Returns a text with one Latin-1 character per byte of its UTF-8. A single character outside Latin 1 triples the time
 * to serialize and encode a response. A response with only such texts is sent as `latin1`; on the wire it is the same
 * UTF-8.
 */
export function wireText(text: string): string {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const written = Buffer.from(text, 'utf8').toString('latin1');
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, written);
  return written;
}
