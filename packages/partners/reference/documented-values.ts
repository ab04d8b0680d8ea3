import { PartnerError } from '../src/connector/partner-error.ts';
import { rawNumber } from '../src/parsing/lossless-json.ts';
import { findOperation } from './conformance.ts';
import {
  replayNetwork,
  type RecordedScenario,
  type ScenarioResult,
  type VolatileFields,
} from './hostile-scenarios.ts';
import { applyAt, type Path } from './hostile-responses.ts';
import { isRawNumber, isTreeObject, parseTree, type JsonTree } from './json-tree.ts';
import type { ReferenceDocument, Schema } from './reference-document.ts';

/** What a connector does on purpose with values, each with the reason. */
export interface ValueExceptions {
  /** Fields whose values the connector does not interpret: `operation: field`. */
  uninterpreted?: Readonly<Record<string, string>>;
  /** Documented values whose rows are left out: `enumeration: value`. */
  leftOut?: Readonly<Record<string, string>>;
  /** Documented values that get a flag: `enumeration: value`. */
  flagged?: Readonly<Record<string, string>>;
}

/** A scenario with the result of an honest run. */
export interface HonestScenario extends RecordedScenario {
  outcome: ScenarioResult;
}

/** A field of a response that has the values of an enumeration. */
export interface EnumField {
  operation: string;
  /** Names of fields, with `[]` for the elements of a list: `data.orders.[].status`. */
  path: readonly string[];
  enumeration: string;
  values: readonly unknown[];
}

/** Returns the fields of all responses whose schema is a named enumeration. */
export function enumFields({ operations }: Pick<ReferenceDocument, 'operations'>): EnumField[] {
  return operations.flatMap(({ id, answer }) =>
    fieldsBelow(answer, []).map((field) => ({ operation: id, ...field })),
  );
}

function fieldsBelow(schema: Schema, path: readonly string[]): Omit<EnumField, 'operation'>[] {
  const { 'x-enumeration': enumeration, enum: values, properties = {}, items } = schema;
  if (enumeration !== undefined && values) return [{ path, enumeration, values }];
  return [
    ...Object.entries(properties).flatMap(([name, each]) => fieldsBelow(each, [...path, name])),
    ...(items ? fieldsBelow(items, [...path, '[]']) : []),
  ];
}

/**
 * Reads recorded responses again with other values of one field: with each documented value, and with invented ones.
 * @returns the problems: an invented value that is neither flagged nor kept, a documented one that is flagged or
 *   rejected, or that no recorded response has a place for; empty without problems
 */
export async function valueProblems(
  document: ReferenceDocument,
  field: EnumField,
  scenarios: readonly HonestScenario[],
  { volatile, exceptions = {} }: { volatile: VolatileFields; exceptions?: ValueExceptions },
): Promise<string[]> {
  const name = `${field.operation}: ${field.path.join('.')}`;
  if (exceptions.uninterpreted?.[name]) return [];
  const problems: string[] = [];
  const hasLeftOut = Object.keys(exceptions.leftOut ?? {}).some((each) =>
    each.startsWith(`${field.enumeration}: `),
  );
  const readKinds = new Set<string>();
  for (const scenario of scenarios) {
    // The orders are read in several ways, which share their mapping.
    const [kind = ''] = scenario.name.split(' by ');
    if (readKinds.has(kind)) continue;
    const page = findPage(document, field, scenario);
    if (page === null) continue;
    const read = (values: readonly Placed[]) => readWith(scenario, page.exchange, values, volatile);
    const invented = page.paths.map((path, index) => ({ path, value: inventedValue(page, index) }));
    const outcome = await read(invented);
    const noticed = invented.filter(({ value }) => isNoticed(outcome, textOf(value)));
    if (noticed.length === 0) continue;
    readKinds.add(kind);
    if (!(outcome instanceof PartnerError)) {
      const count = outcome.rows.length + outcome.rejected;
      const before = scenario.outcome.rows.length + scenario.outcome.rejected;
      if (count < before) problems.push(`${scenario.name}: an invented value loses a row`);
    }
    for (let from = 0; from < field.values.length; from += noticed.length) {
      const values = field.values.slice(from, from + noticed.length);
      const placed = values.map((value, index) => ({
        path: noticed[index]?.path ?? [],
        value: toTree(value),
      }));
      const found = documentedProblems(field, values.map(String), await read(placed), {
        honest: scenario.outcome,
        // An invented value in the same places tells how many rows there are without those that are left out.
        baseline: hasLeftOut
          ? await read(invented.filter(({ path }) => placed.some((each) => each.path === path)))
          : scenario.outcome,
        exceptions,
      });
      problems.push(...found.map((problem) => `${scenario.name}: ${problem}`));
    }
    // A value that the whole response depends on has the same effect on every scenario.
    if (outcome instanceof PartnerError) break;
  }
  if (readKinds.size === 0) problems.push('an invented value is neither flagged nor kept');
  return problems.map((problem) => `${name}: ${problem}`);
}

function documentedProblems(
  { enumeration }: EnumField,
  values: readonly string[],
  outcome: ScenarioResult | PartnerError,
  {
    honest,
    baseline,
    exceptions,
  }: {
    honest: ScenarioResult;
    baseline: ScenarioResult | PartnerError;
    exceptions: ValueExceptions;
  },
): string[] {
  const [first = ''] = values;
  const names = values.length === 1 ? first : `${first} … ${values.at(-1)}`;
  if (outcome instanceof PartnerError) return [`${names}: ${outcome.message}`];
  const isExpected = (kind: 'leftOut' | 'flagged', value: string) =>
    Object.hasOwn(exceptions[kind] ?? {}, `${enumeration}: ${value}`);
  const leftOut = values.filter((value) => isExpected('leftOut', value)).length;
  const known = new Set(honest.flags);
  const flags = outcome.flags.filter(
    (flag) =>
      !known.has(flag) &&
      (flag.startsWith('unknown_') || values.some((value) => flag.endsWith(`:${value}`))) &&
      !values.some((value) => flag.endsWith(`:${value}`) && isExpected('flagged', value)),
  );
  const problems = [...new Set(flags)];
  if (outcome.rejected > honest.rejected) problems.push(`one of ${names} is rejected`);
  else if (!(baseline instanceof PartnerError)) {
    const count = baseline.rows.length + baseline.rejected - honest.rejected - leftOut;
    if (outcome.rows.length !== count)
      problems.push(`${names}: ${outcome.rows.length} rows instead of ${count}`);
  }
  return problems;
}

interface Page {
  /** Index of the exchange. */
  exchange: number;
  /** Where the field has a value in its response. */
  paths: readonly Path[];
  isText: boolean;
}

/** Finds the response of a scenario that has most different values of the field, or else the field most often. */
function findPage(
  document: ReferenceDocument,
  field: EnumField,
  { exchanges }: RecordedScenario,
): Page | null {
  let best: Page | null = null;
  let bestScore = 0;
  for (const [exchange, recorded] of exchanges.entries()) {
    if (recorded.status !== 200 || findOperation(document, recorded)?.id !== field.operation) {
      continue;
    }
    const found = valuesAt(parseTree(recorded.answer), field.path, []);
    const score = new Set(found.map(({ value }) => textOf(value))).size * 1000 + found.length;
    if (found.length > 0 && score > bestScore) {
      bestScore = score;
      const isText = found.some(({ value }) => typeof value === 'string');
      best = { exchange, paths: found.map(({ path }) => path), isText };
    }
  }
  return best;
}

interface Placed {
  path: Path;
  value: JsonTree;
}

function valuesAt(node: JsonTree | undefined, path: readonly string[], at: Path): Placed[] {
  const [step, ...below] = path;
  if (step === undefined) {
    return typeof node === 'string' || isRawNumber(node) ? [{ path: at, value: node }] : [];
  }
  if (step === '[]') {
    const elements = Array.isArray(node) ? node : [];
    return elements.flatMap((element, index) => valuesAt(element, below, [...at, index]));
  }
  return isTreeObject(node) ? valuesAt(node[step], below, [...at, step]) : [];
}

/** Invented values differ, so that a flag tells which one it is about. */
function inventedValue({ isText }: Page, index: number): JsonTree {
  return isText ? `NEW_VALUE_${1000 + index}` : rawNumber(String(987_000 + index));
}

function isNoticed(outcome: ScenarioResult | PartnerError, value: string): boolean {
  if (outcome instanceof PartnerError) return true;
  return [...outcome.flags, ...outcome.statuses].some((text) => text.toUpperCase().includes(value));
}

/** Returns the text of a value; empty for lists and objects. */
function textOf(value: JsonTree): string {
  if (isRawNumber(value)) return value.rawJSON;
  return typeof value === 'string' ? value : '';
}

function toTree(value: unknown): JsonTree {
  return typeof value === 'number' ? rawNumber(String(value)) : String(value);
}

/** Runs a scenario with other values in one of its responses. */
async function readWith(
  scenario: RecordedScenario,
  exchange: number,
  values: readonly Placed[],
  volatile: VolatileFields,
): Promise<ScenarioResult | PartnerError> {
  const { exchanges } = scenario;
  const tree = parseTree(exchanges[exchange]?.answer ?? '');
  for (const { path, value } of values) applyAt(tree, path, () => value);
  const answer = {
    what: 'other values',
    status: 200,
    text: JSON.stringify(tree),
    contentType: 'application/json',
    row: null,
  };
  const maxCalls = exchanges.length * 10 + 40;
  const network = replayNetwork(exchanges, { exchange, answer }, volatile, maxCalls);
  try {
    return await scenario.read(network);
  } catch (error) {
    if (error instanceof PartnerError) return error;
    throw error;
  }
}
