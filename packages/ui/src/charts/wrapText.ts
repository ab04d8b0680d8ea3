/**
 * Breaks a text into lines, at spaces, and within a word only if it is wider than a line.
 * @param widthOf returns the width of a text in the unit of `maxWidth`
 */
export function wrapText(
  text: string,
  maxWidth: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const add = (part: string, separator: string) => {
    const longer = line === '' ? part : line + separator + part;
    if (line === '' || widthOf(longer) <= maxWidth) {
      line = longer;
      return;
    }
    lines.push(line);
    line = part;
  };
  for (const word of text.split(/[ \n\t]+/)) {
    if (widthOf(word) <= maxWidth) {
      add(word, ' ');
      continue;
    }
    const [first = '', ...others] = graphemesOf(word);
    add(first, ' ');
    for (const grapheme of others) add(grapheme, '');
  }
  return [...lines, line];
}

/** Returns the characters as users see them: a letter with its marks, an emoji. */
function graphemesOf(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}
