/** Returns the first `maxCharacters` of a text. `slice` could end with half of an emoji, which no JSON column stores. */
export function cutText(text: string, maxCharacters: number): string {
  return Array.from(text).slice(0, maxCharacters).join('');
}
