/** What stands for something about a buyer that is left out. */
const leftOut = '•••';

/** Everything below such a key is about a person or where somebody lives. */
const aPerson = /^(?:buyer|customer|recipient|receiver|consignee|billing)(?![a-z])|address/i;
/** What such a key holds tells who somebody is, or what they wrote. */
const ofAPerson =
  /(?:first|last|full|user)_?name|phone|mobile|e-?mail|message|note|remark|tax_?code|registration_number|^cpf/i;
/** What of a buyer is about the order: money, reasons and times. */
const ofTheOrder =
  /amount|fee|price|total|paid|payment|discount|reason|status|time|cancel|request/i;
/** Of an address, what reports may use too. */
const wide = /^(?:country|region|region_code|state|province|city)$/i;

/**
 * An answer of a marketplace without what it tells of the buyer: names, telephone numbers, addresses, messages. All
 * else is as it was written, numbers included; nothing at all is told of what is not JSON.
 * @param payload JSON text
 * @returns JSON text
 */
export function withoutBuyers(payload: string): string {
  let answer: unknown;
  try {
    answer = JSON.parse(payload, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && context?.source !== undefined
        ? new Digits(context.source)
        : value,
    );
  } catch {
    return JSON.stringify(leftOut);
  }
  return written(answer, false);
}

/** A number with the digits that it was written with. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function written(value: unknown, isOfPerson: boolean): string {
  if (Array.isArray(value)) {
    return `[${value.map((each: unknown) => written(each, isOfPerson)).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null && !(value instanceof Digits)) {
    const members = Object.entries(value).map(
      ([key, member]: [string, unknown]) =>
        `${JSON.stringify(key)}:${written(member, tellsOfPerson(key, member, isOfPerson))}`,
    );
    return `{${members.join(',')}}`;
  }
  if (isOfPerson && (value instanceof Digits || (typeof value === 'string' && value !== ''))) {
    return JSON.stringify(leftOut);
  }
  return value instanceof Digits ? value.text : JSON.stringify(value);
}

function tellsOfPerson(key: string, member: unknown, isOfPerson: boolean): boolean {
  const isLeaf = typeof member !== 'object' || member === null || member instanceof Digits;
  if (!isLeaf) return isOfPerson || aPerson.test(key);
  if (isOfPerson) return !wide.test(key);
  return (aPerson.test(key) || ofAPerson.test(key)) && !ofTheOrder.test(key);
}
