/** Lossless JSON on UTF-8 bytes. Documents are received and stored as bytes; strings are created only for parsing. */

import {
  eachElement,
  eachMember,
  kindAt,
  quoteNumbers,
  skipBlank,
  walkValue,
} from './json-bytes.ts';

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

function parseRange(bytes: Buffer, from: number, to: number, isPlain: boolean): unknown {
  try {
    return JSON.parse(isPlain ? bytes.toString('utf8', from, to) : quoteNumbers(bytes, from, to));
  } catch {
    return undefined;
  }
}

interface SplitJson {
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
  if (kindAt(bytes, from) !== (name === undefined ? 'array' : 'object')) {
    return { cut: null, end: skipValue(bytes, from) };
  }
  if (name === undefined) {
    const cut = cutArray(bytes, from);
    return { cut, end: cut.to };
  }
  let found: Cut | null = null;
  const end = eachMember(bytes, from, (nameFrom, nameEnd, value) => {
    if (nameAt(bytes, nameFrom, nameEnd) !== name) return skipValue(bytes, value);
    const below = cutAlong(bytes, value, path, depth + 1);
    found = below.cut;
    return below.end;
  });
  return { cut: found, end };
}

function cutArray(bytes: Buffer, from: number): Cut {
  const elements: JsonElement[] = [];
  const to = eachElement(bytes, from, (start) => {
    const { end, isPlain } = walkValue(bytes, start);
    const value = parseRange(bytes, start, end, isPlain);
    elements.push({ bytes: bytes.subarray(start, end), value });
    return end;
  });
  return { from, to, elements };
}

/**
 * Returns the value of a member of the top-level object; null without such a member.
 * @throws SyntaxError for a document that is truncated or invalid in the scanned parts
 */
export function memberElement(json: Buffer, name: string): JsonElement | null {
  const from = skipBlank(json, 0);
  if (kindAt(json, from) !== 'object') return null;
  let found: JsonElement | null = null;
  eachMember(json, from, (nameFrom, nameEnd, value) => {
    const end = skipValue(json, value);
    if (nameAt(json, nameFrom, nameEnd) === name) found = parseElement(json.subarray(value, end));
    return end;
  });
  return found;
}

function skipValue(bytes: Buffer, from: number): number {
  return walkValue(bytes, from).end;
}

function nameAt(bytes: Buffer, from: number, end: number): unknown {
  return JSON.parse(bytes.toString('utf8', from, end));
}
