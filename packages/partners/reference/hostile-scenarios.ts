import { PartnerError } from '../src/connector/partner-error.ts';
import { findOperation } from './conformance.ts';
import type { ReferenceDocument } from './reference-document.ts';
import { hostileResponses, type HostileResponse } from './hostile-responses.ts';
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
  /** Fetches everything with this `fetch`, page by page. The environment must not wait. */
  read(fetcher: typeof fetch): Promise<ScenarioResult>;
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
 * Returns every hostile case of a scenario: the response to each operation's first exchange is varied. Where the
 * operation is called again, each of its calls may also get the response of the first: a list that does not move on.
 * @param extra responses specific to the marketplace, such as status 200 with an error in the body
 */
export function hostileCases(
  document: ReferenceDocument,
  scenario: RecordedScenario,
  extra: readonly HostileResponse[] = [],
): HostileCase[] {
  const seen = new Set<string>();
  return scenario.exchanges.flatMap((recorded, exchange) => {
    const operation = findOperation(document, recorded);
    if (!operation || seen.has(operation.id)) return [];
    seen.add(operation.id);
    const isLast = !scenario.exchanges.some(
      (other, index) => index > exchange && findOperation(document, other) === operation,
    );
    const repeated = isLast ? [] : [repeatedPage(recorded)];
    const answers = [...hostileResponses(operation, recorded.answer), ...repeated, ...extra];
    return answers.map((answer) => ({
      scenario,
      exchange,
      operation: operation.id,
      answer,
    }));
  });
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
  const replay = replayFetch(scenario.exchanges, { exchange, answer }, volatile, maxCalls);
  const outcome = await scenario.read(replay.fetch).then(
    (value) => value,
    (error: unknown) => error,
  );
  const problems: string[] = [];
  if (replay.calls() > maxCalls) problems.push(`more than ${maxCalls} calls`);
  if (outcome instanceof PartnerError) {
    if (answer.row !== null) problems.push(`one row stopped its batch: ${outcome.message}`);
  } else if (outcome instanceof Error || !isOutcome(outcome)) {
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

function isOutcome(value: unknown): value is ScenarioResult {
  return typeof value === 'object' && value !== null && 'rows' in value && 'rejected' in value;
}

/** Replays the recording; an unrecorded call gets the response of the first call with the same path. */
export function replayFetch(
  exchanges: readonly Exchange[],
  hostile: { exchange: number; answer: HostileResponse },
  volatile: VolatileFields,
  maxCalls: number,
): { fetch: typeof fetch; calls: () => number } {
  let calls = 0;
  const keys = exchanges.map((exchange) => exchangeKey(exchange, volatile));
  return {
    calls: () => calls,
    async fetch(input, init) {
      calls += 1;
      if (calls > maxCalls) throw new TypeError('The reading makes calls without end.');
      const request = toRequest(input, init);
      const exact = keys.indexOf(exchangeKey(request, volatile));
      const samePath = exchanges.findIndex(
        ({ method, url }) => method === request.method && url.pathname === request.url.pathname,
      );
      const index = exact === -1 ? samePath : exact;
      const found = exchanges[index];
      if (!found) return toResponse(404, '');
      const isHostile =
        index === hostile.exchange ||
        (hostile.answer.isRepeated &&
          found.url.pathname === exchanges[hostile.exchange]?.url.pathname);
      if (!isHostile) return toResponse(found.status, found.answer, found.answerHeaders);
      const { status, text, contentType } = hostile.answer;
      return toResponse(status, text, new Headers({ 'content-type': contentType }));
    },
  };
}

function exchangeKey(
  { method, url, body }: Pick<Exchange, 'method' | 'url' | 'body'>,
  volatile: VolatileFields,
) {
  const query = [...url.searchParams].filter(([name]) => !volatile.includes(name)).toSorted();
  return JSON.stringify([method, url.pathname, query, body]);
}
