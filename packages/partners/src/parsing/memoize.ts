/** So many different texts are remembered of one kind. */
const maxEntries = 1000;

/**
 * The same work on texts of which a page has few, but each of them hundreds of times, done once for each text and
 * subject. Its results are shared: they must not be changed.
 */
export function memoize<Subject extends object, Result>(
  work: (text: string, subject: Subject) => Result,
): (text: string, subject: Subject) => Result {
  const known = new WeakMap<Subject, Map<string, { result: Result }>>();
  return (text, subject) => {
    let results = known.get(subject);
    if (!results) known.set(subject, (results = new Map()));
    const found = results.get(text);
    if (found) return found.result;
    const result = work(text, subject);
    // Whatever a partner writes there, it does not pile up.
    if (results.size >= maxEntries) results.clear();
    results.set(text, { result });
    return result;
  };
}
