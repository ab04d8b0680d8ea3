/**
 * Parses JSON with every number as the text that it was written with: ids of 16 digits and more and amounts of money
 * pass unharmed, and what a partner sends as number or as text alike becomes one type.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return JSON.parse(quoteNumbers(text));
}

/** A text as its UTF-16 units, with a 0 behind the last. Positions are those of the text. */
interface Units {
  readonly at: Uint16Array;
  readonly length: number;
}

/** Used again by every call; a longer text than this gets room of its own. */
const usualRoom = new Uint16Array(1 << 19);

/** Characters are read several times faster here than in a string; copying them costs next to nothing. */
function unitsOf(text: string): Units {
  const { length } = text;
  const at = length < usualRoom.length ? usualRoom : new Uint16Array(length + 1);
  Buffer.from(at.buffer, at.byteOffset, at.byteLength).write(text, 'utf16le');
  at[length] = 0;
  return { at, length };
}

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const digit0 = 0x30;
const digit9 = 0x39;
const colon = 0x3a;
const bracketOpens = 0x5b;
const backslash = 0x5c;
const bracketCloses = 0x5d;
const braceOpens = 0x7b;
const braceCloses = 0x7d;

/** No honest answer comes near it; whoever walks through a document deeper than the stack would fall over. */
const deepest = 1000;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The document with quotes around its numbers. The built-in parser then takes them for texts, which is several times
 * faster than any parser that is written in JavaScript.
 * @throws SyntaxError for what stands in a number's place and is none
 */
function quoteNumbers(text: string): string {
  const units = unitsOf(text);
  const { at, length } = units;
  let quoted = '';
  let copied = 0;
  let depth = 0;
  for (let next = 0; next < length; next += 1) {
    const unit = at[next] ?? 0;
    if (unit === quote) {
      next = stringEnd(units, next) - 1;
    } else if (unit === braceOpens || unit === bracketOpens) {
      depth += 1;
      if (depth > deepest) throw new SyntaxError('The document is nested too deeply');
    } else if (unit === braceCloses || unit === bracketCloses) {
      depth -= 1;
    } else if (unit === minus || (unit >= digit0 && unit <= digit9)) {
      const end = skipScalar(units, next);
      const written = text.slice(next, end);
      const isName = at[skipBlank(units, end)] === colon;
      if (isName || !number.test(written)) throw new SyntaxError('A number was expected');
      quoted += `${text.slice(copied, next)}"${written}"`;
      copied = end;
      next = end - 1;
    }
  }
  return copied === 0 ? text : quoted + text.slice(copied);
}

export interface SplitJson {
  /** The document with the array emptied. */
  rest: string;
  /** The elements of the array, verbatim. */
  elements: string[];
}

/**
 * Cuts the array at `path` out of a JSON document without parsing its elements, so that each can be
 * kept verbatim and parsed on its own. null when there is no array at that path.
 * @throws SyntaxError for a document that ends early or is not JSON where it had to be looked at
 */
export function splitArray(text: string, path: readonly string[]): SplitJson | null {
  const units = unitsOf(text);
  const { cut } = cutAlong(text, units, skipBlank(units, 0), path, 0);
  if (cut === null) return null;
  return { rest: `${text.slice(0, cut.from)}[]${text.slice(cut.to)}`, elements: cut.elements };
}

/** An array with what stands in it: where it starts, and the position after it. */
interface Cut {
  from: number;
  to: number;
  elements: string[];
}

/** The array at the rest of the path from the value at `from`, and where that value ends: each unit is looked at once. */
function cutAlong(
  text: string,
  units: Units,
  from: number,
  path: readonly string[],
  depth: number,
): { cut: Cut | null; end: number } {
  const name = path[depth];
  if (name === undefined) {
    if (units.at[from] !== bracketOpens) return { cut: null, end: skipValue(units, from) };
    const cut = cutArray(text, units, from);
    return { cut, end: cut.to };
  }
  if (units.at[from] !== braceOpens) return { cut: null, end: skipValue(units, from) };
  let found: Cut | null = null;
  const end = eachMember(text, units, from, (key, value) => {
    if (key !== name) return skipValue(units, value);
    const below = cutAlong(text, units, value, path, depth + 1);
    found = below.cut;
    return below.end;
  });
  return { cut: found, end };
}

function cutArray(text: string, units: Units, from: number): Cut {
  const { at } = units;
  const elements: string[] = [];
  let next = skipBlank(units, from + 1);
  while (at[next] !== bracketCloses) {
    const end = skipValue(units, next);
    elements.push(text.slice(next, end));
    next = skipBlank(units, end);
    if (at[next] === comma) {
      next = skipBlank(units, next + 1);
      if (at[next] === bracketCloses) throw new SyntaxError('An array ends in a comma');
    } else if (at[next] !== bracketCloses) {
      throw new SyntaxError('An array is not closed');
    }
  }
  return { from, to: next + 1, elements };
}

/**
 * The value of a member of the document's object, verbatim; null without such a member.
 * @throws SyntaxError for a document that ends early or is not JSON where it had to be looked at
 */
export function memberText(text: string, name: string): string | null {
  const units = unitsOf(text);
  const from = skipBlank(units, 0);
  if (units.at[from] !== braceOpens) return null;
  let found: string | null = null;
  eachMember(text, units, from, (key, value) => {
    const end = skipValue(units, value);
    if (key === name) found = text.slice(value, end);
    return end;
  });
  return found;
}

/**
 * Walks through the object at `from`; of two members with one name, the last counts.
 * @param visit is told where a member's value starts, and tells where it ends
 * @returns the position after the object
 */
function eachMember(
  text: string,
  units: Units,
  from: number,
  visit: (key: unknown, value: number) => number,
): number {
  const { at } = units;
  let next = skipBlank(units, from + 1);
  while (at[next] !== braceCloses) {
    if (at[next] !== quote) throw new SyntaxError('A member name was expected');
    const end = skipString(units, next);
    const key: unknown = JSON.parse(text.slice(next, end));
    next = skipBlank(units, end);
    if (at[next] !== colon) throw new SyntaxError('A colon was expected');
    next = skipBlank(units, visit(key, skipBlank(units, next + 1)));
    if (at[next] === comma) next = skipBlank(units, next + 1);
    else if (at[next] !== braceCloses) throw new SyntaxError('An object is not closed');
  }
  return next + 1;
}

function isBlank(unit: number | undefined): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function skipBlank({ at }: Units, from: number): number {
  let next = from;
  while (isBlank(at[next])) next += 1;
  return next;
}

/** The position after the string that starts at `from`; behind the end for one that does not close. */
function stringEnd({ at, length }: Units, from: number): number {
  for (let next = from + 1; next < length; next += 1) {
    const unit = at[next];
    if (unit === quote) return next + 1;
    if (unit === backslash) next += 1;
  }
  return length + 1;
}

function skipString(units: Units, from: number): number {
  const end = stringEnd(units, from);
  if (end > units.length) throw new SyntaxError('A string is not closed');
  return end;
}

/** The position after the value that starts at `from`. */
function skipValue(units: Units, from: number): number {
  const { at, length } = units;
  const first = at[from];
  if (first === quote) return skipString(units, from);
  if (first !== braceOpens && first !== bracketOpens) return skipScalar(units, from);
  let depth = 0;
  for (let next = from; next < length; next += 1) {
    const unit = at[next];
    if (unit === quote) {
      next = stringEnd(units, next) - 1;
    } else if (unit === braceOpens || unit === bracketOpens) {
      depth += 1;
    } else if (unit === braceCloses || unit === bracketCloses) {
      depth -= 1;
      if (depth === 0) return next + 1;
    }
  }
  throw new SyntaxError('The document ends inside a value');
}

function skipScalar({ at, length }: Units, from: number): number {
  let next = from;
  while (next < length) {
    const unit = at[next];
    if (unit === comma || unit === bracketCloses || unit === braceCloses || isBlank(unit)) break;
    next += 1;
  }
  if (next === from) throw new SyntaxError('A value was expected');
  return next;
}
