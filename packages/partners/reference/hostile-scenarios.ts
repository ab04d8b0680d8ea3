import type { ConnectorEnvironment } from '../src/connector/connector.ts';
import { PartnerError } from '../src/connector/partner-error.ts';
import { findOperation } from './conformance.ts';
import type { ReferenceDocument } from './reference-document.ts';
import { hostileResponses, type HostileResponse } from './hostile-responses.ts';
import { isTreeObject, parseTree, type JsonTree } from './json-tree.ts';
import { toResponse, toRequest, type Exchange } from './recording.ts';

/** What a connector returned for the responses. */
export interface ScenarioResult {
  /** Keys of the rows returned. */
  rows: readonly string[];
  /** Number of rejected rows. */
  rejected: number;
  /** Flags of the rows, and the reasons of rejects. */
  flags: readonly string[];
  /** Statuses that the connector stores as the partner reports them. */
  statuses: readonly string[];
}

/** A read operation of a connector with the exchanges of an honest run. */
export interface RecordedScenario {
  name: string;
  exchanges: readonly Exchange[];
  /** Fetches everything through this network, page by page. */
  read(network: ReplayedNetwork): Promise<ScenarioResult>;
}

/** A scenario with one hostile response. */
export interface HostileCase {
  scenario: RecordedScenario;
  /** Index of the exchange with the hostile response. */
  exchange: number;
  /** Id of the operation that is answered. */
  operation: string;
  answer: HostileResponse;
}

/** Parameters that differ between two runs of the same call. */
export type VolatileFields = readonly string[];

interface ReplayOptions {
  volatile: VolatileFields;
  /** Responses that may lose rows without a flag: `operation: what` → reason. */
  indistinguishable?: Readonly<Record<string, string>>;
}

/**
 * Returns every hostile case of a scenario: for each operation, the responses to its first, second and last exchange and
 * to every exchange of another shape are varied. Where the operation is called again, each of its calls may also get the
 * response of the first: a list that does not move on.
 * @param extra responses specific to the marketplace, such as status 200 with an error in the body
 */
export function hostileCases(
  document: ReferenceDocument,
  scenario: RecordedScenario,
  extra: readonly HostileResponse[] = [],
): HostileCase[] {
  const calls = scenario.exchanges.flatMap((recorded, exchange) => {
    const operation = findOperation(document, recorded);
    return operation ? [{ operation, recorded, exchange }] : [];
  });
  return [...Map.groupBy(calls, ({ operation }) => operation).values()].flatMap((ofOperation) => {
    const shapes = new Set<string>();
    return ofOperation.flatMap(({ operation, recorded, exchange }, index) => {
      const shape = shapeOf(parseTree(recorded.answer));
      const isPosition = index < 2 || index === ofOperation.length - 1;
      if (!isPosition && shapes.has(shape)) return [];
      shapes.add(shape);
      const repeated = index === 0 && ofOperation.length > 1 ? [repeatedPage(recorded)] : [];
      const answers = [...hostileResponses(operation, recorded.answer), ...repeated, ...extra];
      return answers.map((answer) => ({ scenario, exchange, operation: operation.id, answer }));
    });
  });
}

/** Returns the fields and types of a response; elements of a list count once. */
function shapeOf(node: JsonTree | undefined): string {
  if (Array.isArray(node)) return `[${[...new Set(node.map(shapeOf))].toSorted().join('|')}]`;
  if (!isTreeObject(node)) return node === null ? 'null' : typeof node;
  return `{${Object.entries(node)
    .map(([name, value]) => `${name}:${shapeOf(value)}`)
    .toSorted()
    .join()}}`;
}

function repeatedPage({ status, answer }: Exchange): HostileResponse {
  const contentType = 'application/json';
  const what = 'the same page again and again';
  return { what, status, text: answer, contentType, row: null, isRepeated: true };
}

/**
 * Runs a scenario with one hostile response.
 * @returns the problems: an error other than PartnerError, endless calls, a row that is lost without a flag, or a batch
 *   that fails because of one row; empty without problems
 */
export async function hostileProblems(
  { scenario, exchange, operation, answer }: HostileCase,
  honest: ScenarioResult,
  { volatile, indistinguishable = {} }: ReplayOptions,
): Promise<string[]> {
  const maxCalls = scenario.exchanges.length * 10 + 40;
  const network = replayNetwork(scenario.exchanges, { exchange, answer }, volatile, maxCalls);
  const outcome: unknown = await scenario.read(network).catch((error: unknown) => error);
  const problems = network.problems();
  if (outcome instanceof PartnerError) {
    // A scenario without rows reads single values, such as the time of the first order.
    const isBatch = answer.row !== null && honest.rows.length > 0;
    if (isBatch) problems.push(`one row stopped its batch: ${outcome.message}`);
  } else if (!isScenarioResult(outcome)) {
    problems.push(`ended with ${String(outcome)}`);
  } else {
    const lost = honest.rows.filter((row) => !outcome.rows.includes(row));
    const isFlagged = outcome.rejected > honest.rejected;
    if (answer.row !== null && lost.length > 1)
      problems.push(`${lost.length} rows are lost with one`);
    const mayLose = Object.hasOwn(indistinguishable, `${operation}: ${answer.what}`);
    if (lost.length > 0 && !isFlagged && !mayLose && outcome.rows.length < honest.rows.length) {
      problems.push(`the row ${lost[0]} is lost without a flag`);
    }
  }
  return problems.map((problem) => `${scenario.name}, ${operation}: ${answer.what}: ${problem}`);
}

function isScenarioResult(value: unknown): value is ScenarioResult {
  return typeof value === 'object' && value !== null && 'rows' in value && 'rejected' in value;
}

/** What a connector reaches the partner with, and waits with between two calls. */
export type ReplayedNetwork = Pick<ConnectorEnvironment, 'fetch' | 'sleep' | 'timeoutMs'> & {
  /** Returns what exceeds the bounds of calls and of time. */
  problems(): string[];
};

/** Timeout of a call that a connector waits for in vain. */
const timeoutMs = 5000;
/** Longest wait between two calls; longer ones are left to the stream that is synced. */
const maxWaitMs = 10_000;

/**
 * Replays the recording; an unrecorded call gets the response of the most similar call with the same path. Time is
 * counted as it is requested: the timeout for every call, which a signal ends at the latest, and every wait between two
 * calls.
 */
export function replayNetwork(
  exchanges: readonly Exchange[],
  hostile: { exchange: number; answer: HostileResponse },
  volatile: VolatileFields,
  maxCalls: number,
): ReplayedNetwork {
  let calls = 0;
  let withoutSignal = 0;
  let elapsedMs = 0;
  const maxElapsedMs = maxCalls * (timeoutMs + maxWaitMs);
  const keys = exchanges.map((exchange) => exchangeKey(exchange, volatile));
  return {
    timeoutMs,
    problems: () => [
      ...(calls > maxCalls ? [`more than ${maxCalls} calls`] : []),
      ...(withoutSignal > 0 ? [`${withoutSignal} calls without a signal that ends them`] : []),
      ...(elapsedMs > maxElapsedMs ? [`${elapsedMs} ms, more than ${maxElapsedMs}`] : []),
    ],
    async sleep(ms) {
      elapsedMs += ms;
    },
    async fetch(input, init) {
      calls += 1;
      elapsedMs += timeoutMs;
      if (!init?.signal) withoutSignal += 1;
      if (calls > maxCalls) throw new TypeError(`The connector made more than ${maxCalls} calls.`);
      const request = toRequest(input, init);
      const exact = keys.indexOf(exchangeKey(request, volatile));
      const index = exact === -1 ? findSimilar(exchanges, request) : exact;
      const found = exchanges[index];
      if (!found) return toResponse(404, '');
      const isHostile =
        index === hostile.exchange ||
        (hostile.answer.isRepeated &&
          found.url.pathname === exchanges[hostile.exchange]?.url.pathname);
      if (!isHostile) return toResponse(found.status, found.answer, found.answerHeaders);
      const { status, text, contentType, retryAfter } = hostile.answer;
      const headers = {
        'content-type': contentType,
        ...(retryAfter && { 'retry-after': retryAfter }),
      };
      return toResponse(status, text, new Headers(headers));
    },
  };
}

type Call = Pick<Exchange, 'method' | 'url' | 'body'>;

/** Returns the index of the call with the same path that has most values of the request, such as ids; -1 without one. */
function findSimilar(exchanges: readonly Exchange[], request: Call): number {
  const requestValues = valuesOf(request);
  let best = { index: -1, common: -1 };
  for (const [index, exchange] of exchanges.entries()) {
    const { method, url } = exchange;
    if (method !== request.method || url.pathname !== request.url.pathname) continue;
    const common = valuesOf(exchange).intersection(requestValues).size;
    if (common > best.common) best = { index, common };
  }
  return best.index;
}

function valuesOf({ url, body }: Call): Set<string> {
  const texts = [...url.searchParams.values(), body ?? ''];
  return new Set(texts.flatMap((text) => text.split(/[^\w-]+/)));
}

function exchangeKey({ method, url, body }: Call, volatile: VolatileFields) {
  const query = [...url.searchParams].filter(([name]) => !volatile.includes(name)).toSorted();
  return JSON.stringify([method, url.pathname, query, body]);
}
