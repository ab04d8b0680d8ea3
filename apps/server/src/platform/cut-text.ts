/** Returns the first `maxCharacters` of a text. `slice` could end with half of an emoji, which no JSON column stores. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return Array.from(text).slice(0, maxCharacters).join('');
}

/** Returns a text, or its beginning and an ellipsis if it has more than `maxCharacters`. */
export function shortenText(text: string, maxCharacters: number): string {
  return cutText(text, maxCharacters) === text ? text : `${cutText(text, maxCharacters - 1)}…`;
}
