import { PartnerError } from '../src/connector/partner-error.ts';
import { findOperation } from './conformance.ts';
import type { ReferenceDocument } from './reference-document.ts';
import { hostileResponses, type HostileResponse } from './hostile-responses.ts';
import { toResponse, toRequest, type Exchange } from './recording.ts';

/** What a connector made of the answers. */
export interface ScenarioResult {
  /** Key of each row that was read. */
  rows: readonly string[];
  /** How many rows were kept and flagged as unreadable. */
  rejected: number;
}

/** Something that a connector reads, with the exchanges of an honest run of it. */
export interface RecordedScenario {
  name: string;
  exchanges: readonly Exchange[];
  /** Reads everything with this `fetch`, page by page to the end. Waits of the environment must be none. */
  read(fetcher: typeof fetch): Promise<ScenarioResult>;
}

/** One hostile answer in place of one exchange of a reading. */
export interface HostileCase {
  scenario: RecordedScenario;
  /** Index of the exchange that is answered otherwise. */
  exchange: number;
  answer: HostileResponse;
}

/** Parameters that differ between two runs of the same call. */
export type VolatileFields = readonly string[];

/**
 * Every hostile case of a reading: the answers of each operation's first exchange are varied.
 * @param extra answers of this marketplace, such as a status 200 with an error in its body
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
    return [...hostileResponses(operation, recorded.answer), ...extra].map((answer) => ({
      scenario,
      exchange,
      answer: { ...answer, what: `${operation.id}: ${answer.what}` },
    }));
  });
}

/**
 * Runs a reading with one hostile answer.
 * @returns what went wrong: an error that is no PartnerError, calls without end, a lost row, or a whole batch that
 * one row stopped; empty when nothing did
 */
export async function hostileProblems(
  { scenario, exchange, answer }: HostileCase,
  honest: ScenarioResult,
  volatile: VolatileFields,
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
  } else if (answer.row !== null) {
    const lost = honest.rows.filter((row) => !outcome.rows.includes(row));
    const isFlagged = outcome.rejected > honest.rejected;
    if (lost.length > 1) problems.push(`${lost.length} rows are lost with one`);
    if (lost.length === 1 && !isFlagged && outcome.rows.length < honest.rows.length) {
      problems.push(`the row ${lost[0]} is lost without a flag`);
    }
  }
  return problems.map((problem) => `${scenario.name}, ${answer.what}: ${problem}`);
}

function isOutcome(value: unknown): value is ScenarioResult {
  return typeof value === 'object' && value !== null && 'rows' in value && 'rejected' in value;
}

/** Answers from the recording; a call that is not in it gets what the first of its path got. */
function replayFetch(
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
      if (index !== hostile.exchange)
        return toResponse(found.status, found.answer, found.answerHeaders);
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
