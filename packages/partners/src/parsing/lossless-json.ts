/** Lossless JSON on UTF-8 bytes. Documents are received and stored as bytes; strings are created only for parsing. */

/**
 * Parses JSON with numbers as the text in which they were written. This preserves ids of 16 or more digits and amounts,
 * and gives values that a partner sends as number or string a single type.
 */
export function parseJson(json: string | Buffer): unknown {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  return JSON.parse(quoteNumbers(bytes, 0, bytes.length));
}

/** A number in its original notation. `JSON.stringify` writes it as it is. */
export interface RawNumber {
  readonly rawJSON: string;
}

declare global {
  // @see https://tc39.es/proposal-json-parse-with-source/
  interface JSON {
    rawJSON(text: string): RawNumber;
  }
}

/**
 * Returns a number that `JSON.stringify` writes with all its digits.
 * @throws SyntaxError for a text that is not JSON
 */
export const rawNumber = (text: string): RawNumber => JSON.rawJSON(text);

/** A JSON value with its original bytes. */
export interface JsonElement {
  readonly bytes: Buffer;
  /** The parsed value with numbers as text; undefined for invalid JSON. */
  readonly value: unknown;
}

export function parseElement(bytes: Buffer): JsonElement {
  return { bytes, value: parseRange(bytes, 0, bytes.length, false) };
}

/** Concatenates texts and raw bytes into one element. */
export function composeElement(...parts: readonly (string | Buffer)[]): JsonElement {
  return parseElement(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
  );
}

/** Drops elements whose bytes equal those of an earlier one. */
export function distinctElements(elements: readonly JsonElement[]): JsonElement[] {
  const first = new Map<string, JsonElement>();
  for (const element of elements) {
    const key = element.bytes.toString('latin1');
    if (!first.has(key)) first.set(key, element);
  }
  return [...first.values()];
}

const quote = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const digit0 = 0x30;
const digit9 = 0x39;
const colon = 0x3a;
const upperE = 0x45;
const bracketOpens = 0x5b;
const backslash = 0x5c;
const bracketCloses = 0x5d;
const lowerE = 0x65;
const braceOpens = 0x7b;
const braceCloses = 0x7d;

/** Far beyond any real response; protects recursive consumers from a stack overflow. */
const maxDepth = 1000;

function parseRange(bytes: Buffer, from: number, to: number, isPlain: boolean): unknown {
  try {
    return JSON.parse(isPlain ? bytes.toString('utf8', from, to) : quoteNumbers(bytes, from, to));
  } catch {
    return undefined;
  }
}

/** Shared by all calls, which are synchronous; longer documents get a buffer of their own. */
const sharedBuffer = Buffer.allocUnsafe(1 << 20);

/**
 * Returns the document with its numbers quoted, so that the built-in parser yields them as strings. This is several
 * times faster than a parser written in JavaScript.
 * @throws SyntaxError for a malformed number, a number as a member name, or a document that is nested too deeply
 */
function quoteNumbers(bytes: Buffer, from: number, to: number): string {
  // At most every other byte is a separate number, which gets two quotes.
  const maxLength = 2 * (to - from) + 2;
  const quoted = maxLength <= sharedBuffer.length ? sharedBuffer : Buffer.allocUnsafe(maxLength);
  let at = 0;
  let depth = 0;
  for (let next = from; next < to;) {
    const byte = bytes[next] ?? 0;
    if (byte === quote) {
      const end = Math.min(stringEnd(bytes, next, to), to);
      while (next < end) quoted[at++] = bytes[next++] ?? 0;
    } else if (byte === minus || isDigit(byte)) {
      const end = numberEnd(bytes, next);
      const isName = bytes[skipBlank(bytes, end)] === colon;
      if (end === next || end > to || isName) throw new SyntaxError('A number was expected');
      quoted[at++] = quote;
      while (next < end) quoted[at++] = bytes[next++] ?? 0;
      quoted[at++] = quote;
    } else {
      if (byte === braceOpens || byte === bracketOpens) depth += 1;
      else if (byte === braceCloses || byte === bracketCloses) depth -= 1;
      if (depth > maxDepth) throw new SyntaxError('The document is nested too deeply');
      quoted[at++] = byte;
      next += 1;
    }
  }
  return quoted.toString('utf8', 0, at);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= digit0 && byte <= digit9;
}

function digitsEnd(bytes: Buffer, from: number): number {
  let next = from;
  while (isDigit(bytes[next])) next += 1;
  return next;
}

/** Returns the position after the number at `from`, or `from` if there is none. */
function numberEnd(bytes: Buffer, from: number): number {
  const whole = bytes[from] === minus ? from + 1 : from;
  let end = digitsEnd(bytes, whole);
  if (end === whole || (bytes[whole] === digit0 && end > whole + 1)) return from;
  if (bytes[end] === point) {
    const fraction = end + 1;
    end = digitsEnd(bytes, fraction);
    if (end === fraction) return from;
  }
  if (bytes[end] === lowerE || bytes[end] === upperE) {
    const sign = bytes[end + 1];
    const exponent = end + (sign === plus || sign === minus ? 2 : 1);
    end = digitsEnd(bytes, exponent);
    if (end === exponent) return from;
  }
  return end;
}

export interface SplitJson {
  /** The document with the array emptied. */
  rest: string;
  elements: JsonElement[];
}

/**
 * Cuts the array at `path` out of a JSON document. Its elements keep their bytes, and an invalid one does not affect
 * the others. Returns null when there is no array at the path.
 * @throws SyntaxError for a document that is truncated or invalid in the scanned parts
 */
export function splitArray(json: Buffer, path: readonly string[]): SplitJson | null {
  const { cut } = cutAlong(json, skipBlank(json, 0), path, 0);
  if (cut === null) return null;
  const rest = `${json.toString('utf8', 0, cut.from)}[]${json.toString('utf8', cut.to)}`;
  return { rest, elements: cut.elements };
}

/** An array with its elements, its start, and the position after it. */
interface Cut {
  from: number;
  to: number;
  elements: JsonElement[];
}

/**
 * Finds the array at the rest of the path below the value at `from`, and the end of that value. Scans each byte once.
 */
function cutAlong(
  bytes: Buffer,
  from: number,
  path: readonly string[],
  depth: number,
): { cut: Cut | null; end: number } {
  const name = path[depth];
  if (name === undefined) {
    if (bytes[from] !== bracketOpens) return { cut: null, end: skipValue(bytes, from) };
    const cut = cutArray(bytes, from);
    return { cut, end: cut.to };
  }
  if (bytes[from] !== braceOpens) return { cut: null, end: skipValue(bytes, from) };
  let found: Cut | null = null;
  const end = eachMember(bytes, from, (key, value) => {
    if (key !== name) return skipValue(bytes, value);
    const below = cutAlong(bytes, value, path, depth + 1);
    found = below.cut;
    return below.end;
  });
  return { cut: found, end };
}

function cutArray(bytes: Buffer, from: number): Cut {
  const elements: JsonElement[] = [];
  let next = skipBlank(bytes, from + 1);
  while (bytes[next] !== bracketCloses) {
    const { end, isPlain } = walkValue(bytes, next);
    const value = parseRange(bytes, next, end, isPlain);
    elements.push({ bytes: bytes.subarray(next, end), value });
    next = skipBlank(bytes, end);
    if (bytes[next] === comma) {
      next = skipBlank(bytes, next + 1);
      if (bytes[next] === bracketCloses) throw new SyntaxError('An array ends in a comma');
    } else if (bytes[next] !== bracketCloses) {
      throw new SyntaxError('An array is not closed');
    }
  }
  return { from, to: next + 1, elements };
}

/**
 * Returns the value of a member of the top-level object; null without such a member.
 * @throws SyntaxError for a document that is truncated or invalid in the scanned parts
 */
export function memberElement(json: Buffer, name: string): JsonElement | null {
  const from = skipBlank(json, 0);
  if (json[from] !== braceOpens) return null;
  let found: JsonElement | null = null;
  eachMember(json, from, (key, value) => {
    const end = skipValue(json, value);
    if (key === name) found = parseElement(json.subarray(value, end));
    return end;
  });
  return found;
}

/**
 * Visits the members of the object at `from`.
 * @param visit receives the start of a member's value and returns its end
 * @returns the position after the object
 */
function eachMember(
  bytes: Buffer,
  from: number,
  visit: (key: unknown, value: number) => number,
): number {
  let next = skipBlank(bytes, from + 1);
  while (bytes[next] !== braceCloses) {
    if (bytes[next] !== quote) throw new SyntaxError('A member name was expected');
    const end = skipString(bytes, next);
    const key: unknown = JSON.parse(bytes.toString('utf8', next, end));
    next = skipBlank(bytes, end);
    if (bytes[next] !== colon) throw new SyntaxError('A colon was expected');
    next = skipBlank(bytes, visit(key, skipBlank(bytes, next + 1)));
    if (bytes[next] === comma) next = skipBlank(bytes, next + 1);
    else if (bytes[next] !== braceCloses) throw new SyntaxError('An object is not closed');
  }
  return next + 1;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function skipBlank(bytes: Buffer, from: number): number {
  let next = from;
  while (isBlank(bytes[next])) next += 1;
  return next;
}

/** Returns the position after the string at `from`; beyond `to` if the string is not closed. */
function stringEnd(bytes: Buffer, from: number, to: number): number {
  for (let next = from + 1; next < to; next += 1) {
    const byte = bytes[next];
    if (byte === quote) return next + 1;
    if (byte === backslash) next += 1;
  }
  return to + 1;
}

function skipString(bytes: Buffer, from: number): number {
  const end = stringEnd(bytes, from, bytes.length);
  if (end > bytes.length) throw new SyntaxError('A string is not closed');
  return end;
}

interface WalkResult {
  /** The position after the value. */
  end: number;
  /** Whether the built-in parser can take it as is: it has no numbers and is not too deep. */
  isPlain: boolean;
}

/** Scans the value that starts at `from`. */
function walkValue(bytes: Buffer, from: number): WalkResult {
  const first = bytes[from];
  if (first === quote) return { end: skipString(bytes, from), isPlain: true };
  if (first !== braceOpens && first !== bracketOpens) {
    return { end: skipScalar(bytes, from), isPlain: false };
  }
  const { length } = bytes;
  let isPlain = true;
  let depth = 0;
  for (let next = from; next < length; next += 1) {
    const byte = bytes[next] ?? 0;
    if (byte === quote) {
      next = stringEnd(bytes, next, length) - 1;
    } else if (byte === braceOpens || byte === bracketOpens) {
      depth += 1;
      if (depth > maxDepth) isPlain = false;
    } else if (byte === braceCloses || byte === bracketCloses) {
      depth -= 1;
      if (depth === 0) return { end: next + 1, isPlain };
    } else if (byte === minus || isDigit(byte)) {
      isPlain = false;
    }
  }
  throw new SyntaxError('The document ends inside a value');
}

function skipValue(bytes: Buffer, from: number): number {
  return walkValue(bytes, from).end;
}

function skipScalar(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let next = from;
  while (next < length) {
    const byte = bytes[next];
    if (byte === comma || byte === bracketCloses || byte === braceCloses || isBlank(byte)) break;
    next += 1;
  }
  if (next === from) throw new SyntaxError('A value was expected');
  return next;
}
