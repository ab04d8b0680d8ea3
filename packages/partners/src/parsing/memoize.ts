/** Maximum number of cached texts per subject. */
const maxEntries = 1000;

/**
 * Caches `work` by text and subject, for texts of which a page has few distinct ones, each repeated hundreds of times.
 * Results are shared and must not be mutated.
 */
export function memoize<Subject extends object, Result>(
  work: (text: string, subject: Subject) => Result,
): (text: string, subject: Subject) => Result {
  const known = new WeakMap<Subject, Map<string, { result: Result }>>();
  return (text, subject) => {
    const results = known.getOrInsertComputed(subject, () => new Map());
    const found = results.get(text);
    if (found) return found.result;
    const result = work(text, subject);
    // Bounds the memory, whatever texts a partner sends.
    if (results.size >= maxEntries) results.clear();
    results.set(text, { result });
    return result;
  };
}
