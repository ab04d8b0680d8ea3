let rules: Intl.PluralRules | undefined;

/** Formats a count in English: "1 line" or "2 lines". A text as `count` is already formatted. */
export function pluralize(count: number | string, one: string, other = `${one}s`): string {
  return `${count} ${pluralForm(count, one, other)}`;
}

/** Returns the English form of a word for a count. Formatted counts that are no number, such as 1,200, are not 1. */
export function pluralForm(count: number | string, one: string, other: string): string {
  rules ??= new Intl.PluralRules('en');
  return rules.select(Number(count)) === 'one' ? one : other;
}
