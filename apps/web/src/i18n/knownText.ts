/**
 * Returns the text of a value that the server sends. An open page is older than the server after an upgrade: a value that
 * it does not know has the text `other`.
 */
export function knownText<Text>(
  texts: Readonly<Record<string, Text>>,
  value: string,
  other: Text,
): Text {
  return texts[value] ?? other;
}
