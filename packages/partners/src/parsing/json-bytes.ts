/** Scans JSON in UTF-8 bytes. All positions are byte offsets. */

const quote = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const digit0 = 0x30;
const colon = 0x3a;
const upperE = 0x45;
const bracketOpens = 0x5b;
const bracketCloses = 0x5d;
const lowerE = 0x65;
const braceOpens = 0x7b;
const braceCloses = 0x7d;
const digit9 = 0x39;
const backslash = 0x5c;

/** Far beyond any real response; protects recursive consumers from a stack overflow. Not exported, like the bytes: V8
 * inlines only constants of the module itself. */
const maxDepth = 1000;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= digit0 && byte <= digit9;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function skipBlank(bytes: Buffer, from: number): number {
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

/**
 * Returns the position after the string at `from`.
 * @throws SyntaxError if it is not closed
 */
export function skipString(bytes: Buffer, from: number): number {
  const end = stringEnd(bytes, from, bytes.length);
  if (end > bytes.length) throw new SyntaxError('A string is not closed');
  return end;
}

/**
 * Returns the position after the number or literal at `from`, whatever its characters.
 * @throws SyntaxError if there is none
 */
export function skipScalar(bytes: Buffer, from: number): number {
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

type ValueKind = 'object' | 'array' | 'string' | 'scalar';

/** Returns the kind of the value at `from`, by its first byte. */
export function kindAt(bytes: Buffer, from: number): ValueKind {
  switch (bytes[from]) {
    case braceOpens:
      return 'object';
    case bracketOpens:
      return 'array';
    case quote:
      return 'string';
    case undefined:
    default:
      return 'scalar';
  }
}

/**
 * Visits the members of the object at `from`.
 * @param visit receives the start and end of a member's name and the start of its value, and returns the value's end
 * @returns the position after the object
 * @throws SyntaxError for an object that is truncated or invalid between its values
 */
export function eachMember(
  bytes: Buffer,
  from: number,
  visit: (name: number, nameEnd: number, value: number) => number,
): number {
  let next = skipBlank(bytes, from + 1);
  if (bytes[next] === braceCloses) return next + 1;
  for (;;) {
    if (bytes[next] !== quote) throw new SyntaxError('A member name was expected');
    const nameEnd = skipString(bytes, next);
    const colonAt = skipBlank(bytes, nameEnd);
    if (bytes[colonAt] !== colon) throw new SyntaxError('A colon was expected');
    next = skipBlank(bytes, visit(next, nameEnd, skipBlank(bytes, colonAt + 1)));
    if (bytes[next] === braceCloses) return next + 1;
    if (bytes[next] !== comma) throw new SyntaxError('An object is not closed');
    next = skipBlank(bytes, next + 1);
  }
}

/**
 * Visits the elements of the array at `from`.
 * @param visit receives the start of an element and returns its end
 * @returns the position after the array
 * @throws SyntaxError for an array that is truncated or invalid between its elements
 */
export function eachElement(
  bytes: Buffer,
  from: number,
  visit: (element: number) => number,
): number {
  let next = skipBlank(bytes, from + 1);
  if (bytes[next] === bracketCloses) return next + 1;
  for (;;) {
    next = skipBlank(bytes, visit(next));
    if (bytes[next] === bracketCloses) return next + 1;
    if (bytes[next] !== comma) throw new SyntaxError('An array is not closed');
    next = skipBlank(bytes, next + 1);
  }
}

interface WalkResult {
  /** The position after the value. */
  end: number;
  /** Whether the built-in parser can take it as is: it has no numbers and is not too deep. */
  isPlain: boolean;
}

/** Scans the value that starts at `from`. */
export function walkValue(bytes: Buffer, from: number): WalkResult {
  const kind = kindAt(bytes, from);
  if (kind === 'string') return { end: skipString(bytes, from), isPlain: true };
  if (kind === 'scalar') return { end: skipScalar(bytes, from), isPlain: false };
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

/** Shared by all calls, which are synchronous; longer documents get a buffer of their own. */
const sharedBuffer = Buffer.allocUnsafe(1 << 20);

/**
 * Returns the document with its numbers quoted, so that the built-in parser yields them as strings. This is several
 * times faster than a parser written in JavaScript.
 * @throws SyntaxError for a malformed number, a number as a member name, or a document that is nested too deeply
 */
export function quoteNumbers(bytes: Buffer, from: number, to: number): string {
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

function digitsEnd(bytes: Buffer, from: number): number {
  let next = from;
  while (isDigit(bytes[next])) next += 1;
  return next;
}

/** Returns the position after the number at `from`, or `from` if there is none. */
export function numberEnd(bytes: Buffer, from: number): number {
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
