import { rawNumber } from '../src/parsing/lossless-json.ts';
import type { Operation, Schema } from './reference-document.ts';
import { isRawNumber, isTreeObject, parseTree, type JsonTree } from './json-tree.ts';

/** A response that a marketplace could plausibly send instead of a correct one. */
export interface HostileResponse {
  /** Position and mutation: `data[0].paid_time: null`. */
  what: string;
  status: number;
  text: string;
  contentType: string;
  /** The header `Retry-After`. */
  retryAfter?: string;
  /** Index of the only mutated row in the list that `x-rows` marks; null when the whole response is wrong. */
  row: number | null;
  /** Whether every call with the same path is answered like this, not only the first one. */
  isRepeated?: boolean;
}

const json = 'application/json';

/** Returns all hostile responses that derive from the schema of an operation and one honest response. */
export function hostileResponses(operation: Operation, honest: string): HostileResponse[] {
  const tree = parseTree(honest);
  const changed = mutationsOf(operation.answer, tree, [], null).map(
    ({ path, what, apply, row }): HostileResponse => ({
      what: `${path.join('.')}: ${what}`,
      status: 200,
      // Written when it is used: a run uses a fraction of the responses, and each is as large as the honest one.
      get text() {
        const copy = parseTree(honest);
        applyAt(copy, path, apply);
        return JSON.stringify(copy);
      },
      contentType: json,
      row,
    }),
  );
  return [...changed, ...brokenResponses(honest)];
}

/** Returns responses that are not JSON of the operation. */
function brokenResponses(honest: string): HostileResponse[] {
  const page = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';
  const whole = { row: null };
  return [
    { what: 'an error page', status: 502, text: page, contentType: 'text/html', ...whole },
    {
      what: 'a gateway that is back in a day',
      status: 503,
      text: page,
      contentType: 'text/html',
      retryAfter: '86400',
      ...whole,
    },
    { what: 'a page with status 200', status: 200, text: page, contentType: 'text/html', ...whole },
    { what: 'nothing', status: 200, text: '', contentType: json, ...whole },
    { what: 'null', status: 200, text: 'null', contentType: json, ...whole },
    { what: 'an empty object', status: 200, text: '{}', contentType: json, ...whole },
    { what: 'an empty list', status: 200, text: '[]', contentType: json, ...whole },
    {
      what: 'half of the answer',
      status: 200,
      text: honest.slice(0, Math.ceil(honest.length / 2)),
      contentType: json,
      ...whole,
    },
  ];
}

export type Path = readonly (string | number)[];

interface Mutation {
  path: Path;
  what: string;
  row: number | null;
  /** Returns the new value; undefined removes it. */
  apply: (value: JsonTree | undefined) => JsonTree | undefined;
}

/**
 * Returns the mutations below a node. In a list only the first element is mutated. In a list of rows it is the middle
 * one: its neighbors show whether they survive, and cursors from the first or last row stay as recorded.
 */
function mutationsOf(
  schema: Schema,
  node: JsonTree | undefined,
  path: Path,
  row: number | null,
): Mutation[] {
  if (isTreeObject(node)) {
    const extra: Mutation = {
      path,
      what: 'an extra field',
      row,
      apply: (value) =>
        isTreeObject(value) ? { ...value, new_field: { id: '1', list: [null] } } : value,
    };
    const below = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
      ...fieldMutations(property, node[name], [...path, name], row),
      ...mutationsOf(property, node[name], [...path, name], row),
    ]);
    return [extra, ...below];
  }
  if (Array.isArray(node) && schema.items && node.length > 0) {
    const isRows = schema['x-rows'] === true;
    const index = isRows ? Math.floor((node.length - 1) / 2) : 0;
    return [
      ...scalarMutations(schema.items, node[index], [...path, index], isRows ? index : row),
      ...mutationsOf(schema.items, node[index], [...path, index], isRows ? index : row),
    ];
  }
  return [];
}

function fieldMutations(
  schema: Schema,
  value: JsonTree | undefined,
  path: Path,
  row: number | null,
): Mutation[] {
  if (value === undefined) return [];
  return [
    { path, what: 'absent', row, apply: () => undefined },
    { path, what: 'null', row, apply: () => null },
    ...scalarMutations(schema, value, path, row),
  ];
}

function scalarMutations(
  schema: Schema,
  value: JsonTree | undefined,
  path: Path,
  row: number | null,
): Mutation[] {
  const at = { path, row };
  const isKey = schema['x-key'] === true;
  if (Array.isArray(value) && value.length > 0) {
    // A response without rows has a different meaning, which the test of paging covers.
    if (schema['x-rows']) return [];
    return [{ ...at, what: 'an empty list', apply: () => [] }];
  }
  if (schema.enum && (typeof value === 'string' || isRawNumber(value))) {
    const unknown = typeof value === 'string' ? 'A_NEW_VALUE' : rawNumber('987');
    return [{ ...at, what: 'an unknown value', apply: () => unknown }];
  }
  if (typeof value === 'string') {
    if (!/^-?\d{1,15}$/.test(value)) return [];
    return [{ ...at, what: 'text as a number', apply: () => rawNumber(value) }];
  }
  if (!isRawNumber(value)) return [];
  const changes: Mutation[] = [
    { ...at, what: 'a number as text', apply: () => value.rawJSON },
    {
      ...at,
      what: 'with an exponent',
      apply: () => rawNumber(withExponent(value.rawJSON)),
    },
  ];
  if (!isKey && typesOf(schema).includes('integer')) {
    const largest = rawNumber('9223372036854775807');
    changes.push({ ...at, what: 'the largest id', apply: () => largest });
  }
  return changes;
}

/** Formats a number like Java and Go do: 300000 becomes 3.0E5. */
function withExponent(text: string): string {
  const digits = Number(text).toExponential();
  return digits.includes('.') ? digits.replace('e+', 'E') : digits.replace('e+', '.0E');
}

function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

/** Changes the value at the path in place. */
export function applyAt(root: JsonTree, path: Path, apply: Mutation['apply']): void {
  const key = path.at(-1);
  const parent = path.slice(0, -1).reduce<JsonTree | undefined>(child, root);
  if (key === undefined) {
    if (isTreeObject(root)) Object.assign(root, apply(root));
  } else if (Array.isArray(parent) && typeof key === 'number') {
    parent[key] = apply(parent[key]) ?? null;
  } else if (isTreeObject(parent)) {
    const changed = apply(parent[key]);
    if (changed === undefined) delete parent[key];
    else parent[key] = changed;
  }
}

function child(node: JsonTree | undefined, step: string | number): JsonTree | undefined {
  if (Array.isArray(node)) return typeof step === 'number' ? node[step] : undefined;
  return isTreeObject(node) ? node[step] : undefined;
}
