/** Formats a count in English: "1 line" or "2 lines". `count` is already formatted. */
export function pluralize(count: string, one: string, many = `${one}s`): string {
  return `${count} ${count === '1' ? one : many}`;
}

/** Singulars of synced data by plural; "1 details" has none. */
const oneOf: ReadonlyMap<string, string> = new Map([
  ['shops', 'shop'],
  ['products', 'product'],
  ['orders', 'order'],
  ['rows of ad data', 'row of ad data'],
  ['campaigns and ads', 'campaign or ad'],
  ['rows', 'row'],
  ['items', 'item'],
  ['returns', 'return'],
  ['transactions', 'transaction'],
  ['settlement transactions', 'settlement transaction'],
]);

/** Formats a count of synced data in English, by its plural. */
export function pluralizeRows(count: string, many: string): string {
  return pluralize(count, oneOf.get(many) ?? many, many);
}
