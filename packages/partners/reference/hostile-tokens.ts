import type { Grant } from '../src/connector/connector.ts';
import { PartnerError } from '../src/connector/partner-error.ts';
import { rawNumber } from '../src/parsing/lossless-json.ts';
import { findOperation } from './conformance.ts';
import { hostileResponses, type HostileResponse } from './hostile-responses.ts';
import { replayNetwork, type ReplayedNetwork, type VolatileFields } from './hostile-scenarios.ts';
import { isTreeObject, parseTree, type JsonTree } from './json-tree.ts';
import type { Exchange } from './recording.ts';
import type { ReferenceDocument } from './reference-document.ts';

/** A token call of a connector with the exchanges of an honest run. */
export interface TokenScenario {
  name: string;
  isRefresh: boolean;
  exchanges: readonly Exchange[];
  grant: Grant;
  call(network: ReplayedNetwork): Promise<Grant>;
}

/** A token call with one hostile response. */
interface TokenCase {
  scenario: TokenScenario;
  exchange: number;
  operation: string;
  answer: HostileResponse;
}

/**
 * Returns every hostile case of a token call: the response to each of its exchanges is varied.
 * @param extra responses specific to the marketplace, such as status 200 with an error in the body
 */
export function tokenCases(
  document: ReferenceDocument,
  scenario: TokenScenario,
  extra: readonly HostileResponse[],
): TokenCase[] {
  return scenario.exchanges.flatMap((recorded, exchange) => {
    const operation = findOperation(document, recorded);
    if (!operation) return [];
    const answers = [
      ...hostileResponses(operation, recorded.answer),
      ...hostileTokens(recorded.answer),
      ...gatewayErrors(),
      ...extra,
    ];
    return answers.map((answer) => ({ scenario, exchange, operation: operation.id, answer }));
  });
}

/** Returns errors of a gateway in front of the partner. They say nothing about the tokens. */
function gatewayErrors(): HostileResponse[] {
  const error = (status: number, text: string, contentType: string): HostileResponse => ({
    what: `the status ${status} of a gateway as ${contentType}`,
    status,
    text,
    contentType,
    row: null,
  });
  const titles = { 403: 'Forbidden', 429: 'Too Many Requests', 500: 'Internal Server Error' };
  return Object.entries({ ...titles, 503: 'Service Unavailable', 504: 'Gateway Timeout' }).flatMap(
    ([code, title]) => {
      const status = Number(code);
      const body = { timestamp: '2026-11-12T05:00:00Z', status, error: title, message: title };
      return [
        error(status, `<html><title>${title}</title></html>`, 'text/html'),
        error(status, JSON.stringify(body), 'application/json'),
      ];
    },
  );
}

const lifetimes: readonly JsonTree[] = [
  rawNumber('0'),
  rawNumber('-1'),
  rawNumber('3600.5'),
  rawNumber('999999999999'),
  rawNumber('253402300800000'),
  'an hour',
  '',
  true,
];
const tokens: readonly JsonTree[] = ['', true, null, []];

/** Returns responses with lifetimes and tokens that no honest response has. */
function hostileTokens(honest: string): HostileResponse[] {
  return tokenFields(parseTree(honest), []).flatMap((path) => {
    const name = path.at(-1) ?? '';
    const values = /expire/.test(name) ? lifetimes : tokens;
    return values.map((value) => ({
      what: `${path.join('.')}: ${JSON.stringify(value)}`,
      status: 200,
      text: JSON.stringify(withValue(parseTree(honest), path, value)),
      contentType: 'application/json',
      row: null,
    }));
  });
}

function tokenFields(node: JsonTree | undefined, path: readonly string[]): string[][] {
  if (!isTreeObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    /expire|_token$/.test(name) ? [[...path, name]] : tokenFields(value, [...path, name]),
  );
}

function withValue(node: JsonTree, [name, ...below]: readonly string[], value: JsonTree): JsonTree {
  if (name === undefined) return value;
  if (!isTreeObject(node)) return node;
  return { ...node, [name]: withValue(node[name] ?? null, below, value) };
}

const maxLifetimeMs = 10 * 366 * 86_400_000;

/**
 * Runs a token call with one hostile response.
 * @param now the connector's time
 * @returns the problems: an error other than PartnerError, a grant that is not usable, new tokens that are lost for a
 *   wrong lifetime, a new consent for what the tokens are not to blame for; empty without problems
 */
export async function tokenProblems(
  { scenario, exchange, operation, answer }: TokenCase,
  volatile: VolatileFields,
  now: Date,
): Promise<string[]> {
  const maxCalls = scenario.exchanges.length * 10;
  const network = replayNetwork(scenario.exchanges, { exchange, answer }, volatile, maxCalls);
  const outcome = await scenario.call(network).catch((error: unknown) => error);
  const problems = outcomeProblems(outcome, scenario.grant, answer, now);
  if (scenario.isRefresh && isGrant(outcome) && outcome.refreshToken === null) {
    // 0 says that refreshing is not possible.
    if (!answer.what.endsWith('refresh_expires_in: 0')) problems.push('loses the refresh token');
  }
  problems.push(...network.problems());
  return problems.map((problem) => `${scenario.name}, ${operation}: ${answer.what}: ${problem}`);
}

function outcomeProblems(
  outcome: unknown,
  honest: Grant,
  { what, status, text }: HostileResponse,
  now: Date,
): string[] {
  if (outcome instanceof PartnerError) {
    const isTransient = status >= 500 || status === 429 || (status === 200 && !isJson(text));
    const transientKinds = ['unavailable', 'throttled', 'protocol'];
    if (isTransient && !transientKinds.includes(outcome.kind)) return [`is ${outcome.kind}`];
    const isLifetime = /expire[^.]*: /.test(what) || what.endsWith(': an extra field');
    if (isLifetime) return [`loses the tokens: ${outcome.message}`];
    // Only the partner's own errors, which are named, may ask for a new consent.
    return outcome.kind === 'needs_reauthorization' && !what.startsWith('the error')
      ? ['asks for a new consent']
      : [];
  }
  if (!isGrant(outcome)) return [`ends with ${String(outcome)}`];
  const { accessToken, accessExpiresAt, refreshToken, refreshExpiresAt } = outcome;
  // The sandbox has a time of its own, in which a given end may be past by now.
  const isExpiry = (at: Date, honestAt: Date | null) =>
    at.getTime() === honestAt?.getTime() ||
    (at.getTime() > now.getTime() && at.getTime() < now.getTime() + maxLifetimeMs);
  return [
    ...(accessToken === honest.accessToken ? [] : [`has the token ${JSON.stringify(accessToken)}`]),
    ...(refreshToken === '' ? ['has an empty refresh token'] : []),
    ...(isExpiry(accessExpiresAt, honest.accessExpiresAt)
      ? []
      : [`expires at ${String(accessExpiresAt)}`]),
    ...(refreshExpiresAt === null || isExpiry(refreshExpiresAt, honest.refreshExpiresAt)
      ? []
      : [`its consent ends at ${String(refreshExpiresAt)}`]),
  ];
}

function isGrant(value: unknown): value is Grant {
  return typeof value === 'object' && value !== null && 'accessExpiresAt' in value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
