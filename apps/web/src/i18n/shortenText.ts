/** Returns a text, or its beginning and an ellipsis if it has more characters. `slice` could end with half of an emoji. */
export function shortenText(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxCharacters) return text;
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`;
}
