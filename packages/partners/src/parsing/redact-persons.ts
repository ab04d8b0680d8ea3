/**
 * Redacts personal data of buyers in a marketplace's response: names, phone numbers, email addresses, postal addresses,
 * tax codes, identifiers and texts by buyers. All other bytes stay unchanged, so that a response without buyers keeps
 * its hash.
 */

import {
  eachElement,
  eachMember,
  kindAt,
  numberEnd,
  skipBlank,
  skipScalar,
  skipString,
} from './json-bytes.ts';

/** Replaces a redacted value. */
export const redacted = '•••';

const redactedJson = JSON.stringify(redacted);

/** Keys whose values describe a buyer or an address. */
const personKey =
  /^(?:buyer|customer|recipient|receiver|consignee|billing|shopper|user|invoice_data|tax_info|recipient_info)(?![a-z])|address/i;
/** Keys whose values identify somebody or were written by somebody. */
const personalDataKey =
  /phone|mobile|e-?mail|message|(?:^|_)note(?:s|$)|(?:seller|buyer|customer|delivery|order|return)_note|remark|text_reason|tax_?(?:code|id(?:$|_)|number)|vat_number|registration_number|registration_code|passport|ident(?:ify|ity)_|national_id|id_card|(?:^|_)cpf|birth|(?:first|last|middle|full|nick|user|contact)_?name|^user_?id$|portrait|avatar|dropshipper|(?:post|postal|zip)_?code|delivery_info|detail_address|geolocation/i;
/** Keys that name a buyer but hold order data: money, reasons, states and times. */
const orderDataKey =
  /amount|fee|price|total|paid|payment|refund|discount|subsidy|reason|status|(?:_|^)time|_at$|cancel|request/i;
/** Not personal although the key matches `personalDataKey`. */
const nonPersonalKey = /amount|fee|price|(?:_|^)time$|_at$|status$|count$/i;
/** Amounts of a buyer's part of an order. */
const amountKey = /amount|fee|price|total|paid|refund|discount|subsidy|voucher|coin/i;
const numberPattern = /^"?-?\d+(?:\.\d+)?"?$/;
/** Parts of an address that reports may use. */
const regionKey = /^(?:country|country_id|region|region_code|state|province|city)$/i;
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** How a member's value is treated, by its key alone. */
interface KeyRule {
  /** Redact scalar values. */
  leaf: boolean;
  /** Treat everything below as a buyer's data. */
  container: boolean;
  /** Keep the value even in a buyer's data. */
  isRegion: boolean;
  /** Keep numbers even in a buyer's data. */
  isMoney: boolean;
}

function ruleForKey(key: string): KeyRule {
  const namesPerson = personKey.test(key);
  const isPersonal = personalDataKey.test(key);
  return {
    leaf: (isPersonal && !nonPersonalKey.test(key)) || (namesPerson && !orderDataKey.test(key)),
    container: namesPerson || (isPersonal && !nonPersonalKey.test(key)),
    isRegion: regionKey.test(key),
    isMoney: amountKey.test(key),
  };
}

/**
 * Rules by a hash of the key's bytes. Responses repeat a few hundred keys, and decoding each occurrence would dominate
 * the runtime. `maxRules` bounds the memory.
 */
const rules = new Map<number, { key: Buffer; rule: KeyRule }>();
const maxRules = 5000;

/** Returns the rule of a key, given the positions of its quotes. */
function cachedRule(bytes: Buffer, from: number, end: number): KeyRule {
  let hash = end - from;
  for (let at = from + 1; at < end - 1; at += 1)
    hash = (Math.imul(hash, 31) + (bytes[at] ?? 0)) | 0;
  const known = rules.get(hash);
  if (known && isSame(known.key, bytes, from, end)) return known.rule;
  const rule = ruleForKey(decodeString(bytes, from, end));
  if (rules.size < maxRules && !known) {
    rules.set(hash, { key: Buffer.from(bytes.subarray(from, end)), rule });
  }
  return rule;
}

function isSame(key: Buffer, bytes: Buffer, from: number, end: number): boolean {
  if (key.length !== end - from) return false;
  for (let at = 0; at < key.length; at += 1) if (key[at] !== bytes[from + at]) return false;
  return true;
}

interface Cut {
  from: number;
  to: number;
  by: string;
}

interface Scan {
  bytes: Buffer;
  cuts: Cut[];
}

/** Far beyond any real response. */
const maxDepth = 1000;
/** Levels of JSON in strings, such as Lazada's `extra_attributes`, which may contain another one. */
const maxNested = 3;

/**
 * Redacts personal data in a JSON payload.
 * @returns the same buffer when there is none; `"•••"` for invalid JSON, whose content is unknown
 */
export function redactPersons(payload: Buffer): Buffer {
  return redactNested(payload, 0);
}

function redactNested(payload: Buffer, nested: number): Buffer {
  const scan: Scan = { bytes: payload, cuts: [] };
  try {
    const start = skipBlank(payload, 0);
    const end = scanValue(scan, start, 'order', 0, nested);
    if (skipBlank(payload, end) !== payload.length)
      throw new SyntaxError('There is text after the value');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return Buffer.from(redactedJson);
  }
  if (scan.cuts.length === 0) return payload;
  const parts: Buffer[] = [];
  let at = 0;
  for (const { from, to, by } of scan.cuts) {
    parts.push(payload.subarray(at, from), Buffer.from(by));
    at = to;
  }
  parts.push(payload.subarray(at));
  return Buffer.concat(parts);
}

/** What the current value describes; a `figure` in a buyer's data stays if it is a number. */
type ValueContext = 'order' | 'person' | 'figure' | 'removed';

/** Scans a value and returns the position after it. */
function scanValue(
  scan: Scan,
  from: number,
  about: ValueContext,
  depth: number,
  nested: number,
): number {
  if (depth > maxDepth) throw new SyntaxError('The document is nested too deeply');
  const { bytes } = scan;
  switch (kindAt(bytes, from)) {
    case 'object':
      return scanObject(scan, from, about === 'order' ? 'order' : 'person', depth, nested);
    case 'array':
      return eachElement(bytes, from, (next) => scanValue(scan, next, about, depth + 1, nested));
    case 'string': {
      const end = skipString(bytes, from);
      if (about === 'order') scanText(scan, from, end, nested);
      else if (!isKeptForPerson(bytes, from, end, about)) {
        scan.cuts.push({ from, to: end, by: redactedJson });
      }
      return end;
    }
    case 'scalar': {
      const end = skipScalar(bytes, from);
      const isNumber = numberEnd(bytes, from) === end;
      if (!isNumber && !literals.has(bytes.toString('latin1', from, end))) {
        throw new SyntaxError('A value was expected');
      }
      if (isNumber && (about === 'person' || about === 'removed')) {
        scan.cuts.push({ from, to: end, by: redactedJson });
      }
      return end;
    }
  }
}

function scanObject(
  scan: Scan,
  from: number,
  about: 'order' | 'person',
  depth: number,
  nested: number,
): number {
  const { bytes } = scan;
  return eachMember(bytes, from, (name, nameEnd, value) => {
    const rule = cachedRule(bytes, name, nameEnd);
    const kind = kindAt(bytes, value);
    const isContainer = kind === 'object' || kind === 'array';
    return scanValue(scan, value, aboutMember(rule, isContainer, about), depth + 1, nested);
  });
}

function aboutMember(rule: KeyRule, isContainer: boolean, about: 'order' | 'person'): ValueContext {
  if (isContainer) return about === 'person' || rule.container ? 'person' : 'order';
  if (about === 'order') return rule.leaf ? 'removed' : 'order';
  if (rule.isRegion) return 'order';
  return rule.isMoney ? 'figure' : 'person';
}

/** Returns whether the text is empty, already redacted, or an amount of money. */
function isKeptForPerson(bytes: Buffer, from: number, end: number, about: ValueContext): boolean {
  if (end - from === 2) return true;
  const text = bytes.toString('utf8', from, end);
  return text === redactedJson || (about === 'figure' && numberPattern.test(text));
}

/** Redacts inside strings that contain JSON. */
function scanText(scan: Scan, from: number, end: number, nested: number): void {
  const { bytes, cuts } = scan;
  const kind = kindAt(bytes, skipBlank(bytes, from + 1));
  if ((kind !== 'object' && kind !== 'array') || nested >= maxNested) return;
  const text = Buffer.from(decodeString(bytes, from, end));
  // Plain text that starts with a brace or bracket, as product names may.
  if (!isJson(text)) return;
  const inside = redactNested(text, nested + 1);
  if (inside !== text) cuts.push({ from, to: end, by: JSON.stringify(inside.toString()) });
}

function isJson(text: Buffer): boolean {
  try {
    JSON.parse(text.toString());
    return true;
  } catch {
    return false;
  }
}

/** Decodes the string between the positions of its quotes. */
function decodeString(bytes: Buffer, from: number, end: number): string {
  const text = bytes.toString('utf8', from + 1, end - 1);
  return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text;
}
