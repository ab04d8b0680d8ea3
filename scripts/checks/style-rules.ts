import type { SourceFile } from './source-files.ts';

const commentPattern = /\/\*.*?\*\//gs;
/** A rule without nested rules: its selector and its declarations. */
const rulePattern = /(?<selector>[^{}]+)\{(?<declarations>[^{}]*)\}/g;
const noMarker = /\blist-style(?:-type)?:[^;]*\bnone\b/;
/** A list's marker is also that of a `summary`, which is no list. */
const summarySelector = /\bsummary$/;

/**
 * Finds lists whose markers are removed with `list-style: none`.
 * @throws Error if there are no style sheets
 */
export function findStyleProblems(styles: SourceFile[]): string[] {
  if (styles.length === 0) throw new Error('The check of styles has looked at no style sheet.');
  return styles.flatMap(({ path, text }) => {
    const rules = [...text.replaceAll(commentPattern, '').matchAll(rulePattern)];
    return rules.flatMap(({ groups }) => {
      const selector = (groups?.['selector'] ?? '').trim();
      if (summarySelector.test(selector) || !noMarker.test(groups?.['declarations'] ?? ''))
        return [];
      return [
        `${path}: ${selector}: base.css removes the markers of lists; in Safari, 'none' drops the list role`,
      ];
    });
  });
}
