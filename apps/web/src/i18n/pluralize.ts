/** So many of something in English, "1 line" or "2 lines"; the number is passed as it is written. */
export function pluralize(count: string, one: string, many = `${one}s`): string {
  return `${count} ${count === '1' ? one : many}`;
}

/** What is read from marketplaces, one of it, by its name in the plural; "1 details" has no singular. */
const oneOf: ReadonlyMap<string, string> = new Map([
  ['shops', 'shop'],
  ['products', 'product'],
  ['orders', 'order'],
  ['rows of ad figures', 'row of ad figures'],
  ['campaigns and ads', 'campaign or ad'],
  ['rows', 'row'],
  ['items', 'item'],
  ['returns', 'return'],
  ['transactions', 'transaction'],
  ['settlement transactions', 'settlement transaction'],
]);

/** So many of what is read from marketplaces, in English, by its name in the plural. */
export function pluralizeRows(count: string, many: string): string {
  return pluralize(count, oneOf.get(many) ?? many, many);
}
