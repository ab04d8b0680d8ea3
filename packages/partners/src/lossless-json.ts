import { parse } from 'lossless-json';

/** A number that a JavaScript number might not hold exactly, or would spell with an exponent. */
const delicate = /(?:^|[:[,])\s*-?(?:[\d.]{17,}|[\d.]+[eE]|0\.0{5})/;

/**
 * Parses JSON with every number as a decimal text of exactly its value: ids of 16 digits and more and
 * amounts of money pass unharmed, and what a partner sends as number or as text alike becomes one type.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  try {
    // 15 digits, and integers up to 2^53, pass through a double unchanged, and the built-in parser is far faster.
    if (!delicate.test(text)) return numbersToText(JSON.parse(text));
    return parse(text, null, (digits) => digits);
  } catch (error) {
    if (error instanceof TooPrecise) return parse(text, null, (digits) => digits);
    // Nested deeper than the stack is: hostile or broken, and the same to the caller.
    if (error instanceof RangeError) throw new SyntaxError('The document is nested too deeply');
    throw error;
  }
}

/** An integer beyond 2^53 was met after all. */
class TooPrecise extends Error {}

/** In place: the value has just been made by the parser and belongs to nobody else. */
function numbersToText(value: unknown): unknown {
  if (typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new TooPrecise();
    return String(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      value[index] = numbersToText(value[index]);
    return value;
  }
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (typeof member === 'number' || typeof member === 'object') {
      Reflect.set(value, key, numbersToText(member));
    }
  }
  return value;
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
  let at = skipBlank(text, 0);
  for (const name of path) {
    const member = findMember(text, at, name);
    if (member === null) return null;
    at = member;
  }
  if (text[at] !== '[') return null;
  const elements: string[] = [];
  let next = skipBlank(text, at + 1);
  while (text[next] !== ']') {
    const end = skipValue(text, next);
    elements.push(text.slice(next, end));
    next = skipBlank(text, end);
    if (text[next] === ',') {
      next = skipBlank(text, next + 1);
      if (text[next] === ']') throw new SyntaxError('An array ends in a comma');
    } else if (text[next] !== ']') {
      throw new SyntaxError('An array is not closed');
    }
  }
  return { rest: `${text.slice(0, at)}[]${text.slice(next + 1)}`, elements };
}

/** Where the value of a member of the object at `at` starts; of two with one name, the last. */
function findMember(text: string, at: number, name: string): number | null {
  if (text[at] !== '{') return null;
  let found: number | null = null;
  let next = skipBlank(text, at + 1);
  while (text[next] !== '}') {
    if (text[next] !== '"') throw new SyntaxError('A member name was expected');
    const end = skipString(text, next);
    const key: unknown = JSON.parse(text.slice(next, end));
    next = skipBlank(text, end);
    if (text[next] !== ':') throw new SyntaxError('A colon was expected');
    next = skipBlank(text, next + 1);
    if (key === name) found = next;
    next = skipBlank(text, skipValue(text, next));
    if (text[next] === ',') next = skipBlank(text, next + 1);
    else if (text[next] !== '}') throw new SyntaxError('An object is not closed');
  }
  return found;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}

/** The position after the string that starts at `from`. */
function skipString(text: string, from: number): number {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) throw new SyntaxError('A string is not closed');
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

const scalar = /[^\s,\]}]+/y;

/** The position after the value that starts at `from`. */
function skipValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return skipString(text, from);
  if (first !== '{' && first !== '[') {
    scalar.lastIndex = from;
    if (!scalar.test(text)) throw new SyntaxError('A value was expected');
    return scalar.lastIndex;
  }
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = skipString(text, at) - 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new SyntaxError('The document ends inside a value');
}
