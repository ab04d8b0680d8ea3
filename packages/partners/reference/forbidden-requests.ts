import { parseQueryPairs } from './conformance.ts';
import type {
  ErrorEntry,
  Operation,
  Parameter,
  ReferenceDocument,
  Schema,
} from './reference-document.ts';
import type { Exchange } from './recording.ts';

/** A request with changed parameters or body. It has to be signed again before it is sent. */
export interface ChangedRequest {
  /** The query parameters in order; a name may be repeated. */
  query: readonly (readonly [name: string, value: string])[];
  body: string | null;
}

/** A request that the reference forbids. */
export interface ForbiddenRequest extends ChangedRequest {
  /** The violation. */
  because: string;
  /** The same request exactly at the documented limit, which is allowed: the limit alone is the reason of the refusal. */
  permitted?: ChangedRequest;
}

/** A forbidden value, and the closest permitted one where a documented limit separates the two. */
interface Violation<Value = unknown> {
  because: string;
  value: Value;
  permitted?: Value;
}

type Limits = Operation['limits'];
type Query = ChangedRequest['query'];

/**
 * Returns requests that each differ from a valid one in one violation: a missing required parameter or field, a value
 * beyond its minimum, its maximum or its enumeration, a list that is too long or in the wrong encoding, a time window
 * that is too long or too old.
 * @param exempt names that are part of the signature or recomputed with it, such as `sign`
 */
export function forbiddenRequests(
  operation: Operation,
  exchange: Exchange,
  exempt: readonly string[] = [],
): ForbiddenRequest[] {
  const { body } = exchange;
  const query: Query = [...parseQueryPairs(exchange.query)].flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  const without = (name: string) => query.filter(([key]) => key !== name);
  const withValues = (name: string, values: readonly string[]): ChangedRequest => ({
    query: [...without(name), ...values.map((value) => [name, value] as const)],
    body,
  });
  const change = (parameter: Parameter): ForbiddenRequest[] => {
    const { name, required } = parameter;
    const sent = query.filter(([key]) => key === name).map(([, value]) => value);
    const variants = parameterViolations(parameter, sent, operation.limits).map(
      ({ because, value, permitted }) => ({
        because: `${name}: ${because}`,
        ...withValues(name, value),
        ...(permitted && { permitted: withValues(name, permitted) }),
      }),
    );
    if (!required || sent.length === 0) return variants;
    return [{ because: `${name}: missing`, query: without(name), body }, ...variants];
  };
  return [
    ...operation.parameters
      .filter((parameter) => parameter.in === 'query' && !exempt.includes(parameter.name))
      .flatMap(change),
    ...windowViolations(operation.limits, query).map(({ name, because, value, permitted }) => ({
      because: `${name}: ${because}`,
      ...withValues(name, [value]),
      permitted: withValues(name, [permitted]),
    })),
    ...forbiddenBodies(operation, exchange, exempt).map(({ permitted, ...forbidden }) => ({
      ...forbidden,
      query,
      ...(permitted !== undefined && { permitted: { query, body: permitted } }),
    })),
  ];
}

/** Returns the address of a call that the marketplace does not have. */
export function unknownCall({ url }: Pick<Exchange, 'url'>): URL {
  return new URL(`${url.pathname.replace(/[^/]+$/, 'no_such_call')}${url.search}`, url);
}

/** Meanings of errors that have nothing to do with the request. */
const passing: readonly ErrorEntry['meaning'][] = ['throttled', 'unavailable'];

/** Returns whether the response is an error that the reference names; without a code in the body, its status counts. */
export function isDocumentedRefusal(
  { errors }: Pick<ReferenceDocument, 'errors'>,
  status: number,
  answer: string,
): boolean {
  const code = /"(?:code|error)":\s*"?([\w.-]+)/.exec(answer)?.[1] ?? String(status);
  return errors.some(
    (each) =>
      each.code.split('.').at(-1) === code.split('.').at(-1) && !passing.includes(each.meaning),
  );
}

function parameterViolations(
  { encoding, schema }: Parameter,
  sent: readonly string[],
  limits: Limits,
): Violation<string[]>[] {
  const write = (value: unknown): string[] => {
    if (!Array.isArray(value)) return [String(value)];
    if (encoding === 'plain') return [JSON.stringify(value)];
    return encoding === 'joined' ? [value.join(',')] : value.map(String);
  };
  const found = violations(schema, parseSent(encoding, schema, sent), limits).map(
    ({ because, value, permitted }) => ({
      because,
      value: write(value),
      ...(permitted !== undefined && { permitted: write(permitted) }),
    }),
  );
  const [first, second] = schema.items?.enum?.map(String) ?? [];
  if (encoding === 'repeated' && first !== undefined && second !== undefined) {
    found.push({ because: 'joined by a comma', value: [`${first},${second}`] });
  }
  return found;
}

function parseSent(
  encoding: Parameter['encoding'],
  { type }: Schema,
  sent: readonly string[],
): unknown {
  const [first] = sent;
  if (first === undefined || encoding === 'repeated') return sent;
  if (encoding === 'joined') return first.split(',');
  return type === 'array' || type === 'object' ? JSON.parse(first) : first;
}

function violations(schema: Schema, sent: unknown, limits: Limits): Violation[] {
  const { minimum, maximum, maxItems } = schema;
  const found: Violation[] = [];
  // Other bounds are those of the type, at which a value may be refused for what it means.
  const isLimit = (bound: number) => Object.values(limits).includes(bound);
  if (maximum !== undefined) {
    const value = { because: 'above its maximum', value: maximum + 1 };
    found.push(isLimit(maximum) ? { ...value, permitted: maximum } : value);
  }
  if (minimum !== undefined) {
    found.push({ because: 'below its minimum', value: minimum - 1, permitted: minimum });
  }
  if (maxItems !== undefined && Array.isArray(sent) && sent.length > 0) {
    const repeat = (length: number) =>
      Array.from({ length }, (_item, index): unknown => sent[index % sent.length]);
    const value = { because: 'too many', value: repeat(maxItems + 1) };
    found.push({ ...value, permitted: repeat(maxItems) });
  }
  if (schema.enum !== undefined) {
    found.push({ because: 'outside its enumeration', value: 'no_such_value' });
  }
  if (schema.items?.enum !== undefined) {
    found.push({ because: 'outside its enumeration', value: ['no_such_value'] });
  }
  return found;
}

/** Returns starts of the requested time window that make it longer or older than documented. */
function windowViolations(
  { maxWindowSeconds, maxHistoryMonths }: Limits,
  query: Query,
): (Required<Violation<string>> & { name: string })[] {
  const because = 'too long before its end';
  return query.flatMap(([name, start]) => {
    if (maxWindowSeconds !== undefined) {
      const endName = name.replace(/from$/, 'to').replace(/^start/, 'end');
      const end = query.find(([key]) => key === endName && key !== name)?.[1];
      if (end === undefined) return [];
      if (/^\d+$/.test(end)) {
        const value = String(Number(end) - maxWindowSeconds - 1);
        return [{ name, because, value, permitted: String(Number(end) - maxWindowSeconds) }];
      }
      // Of days, both the first and the last are part of the window.
      const day = (seconds: number) => formatDay(new Date(Date.parse(end) - seconds * 1000));
      const permitted = day(maxWindowSeconds - 86_400);
      return [{ name, because, value: day(maxWindowSeconds), permitted }];
    }
    if (maxHistoryMonths === undefined || name !== 'time_range') return [];
    const { until }: { until: string } = JSON.parse(start);
    // A single day, since a longer range may be refused for its size.
    const dayBefore = (months: number) => {
      const day = new Date(until);
      day.setUTCMonth(day.getUTCMonth() - months);
      return JSON.stringify({ since: formatDay(day), until: formatDay(day) });
    };
    const [value, permitted] = [dayBefore(maxHistoryMonths + 1), dayBefore(maxHistoryMonths)];
    return [{ name, because: 'too old', value, permitted }];
  });
}

function formatDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

interface ForbiddenBody {
  because: string;
  body: string;
  permitted?: string;
}

function forbiddenBodies(
  { body, limits }: Operation,
  exchange: Exchange,
  exempt: readonly string[],
): ForbiddenBody[] {
  if (body === null || exchange.body === null) return [];
  const isForm = body.mediaType === 'application/x-www-form-urlencoded';
  const fields: Record<string, unknown> = isForm
    ? Object.fromEntries(new URLSearchParams(exchange.body))
    : JSON.parse(exchange.body);
  const write = (changed: Record<string, unknown>) =>
    isForm
      ? new URLSearchParams(
          Object.entries(changed).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString()
      : JSON.stringify(changed);
  return Object.entries(body.schema.properties ?? {}).flatMap(([name, schema]): ForbiddenBody[] => {
    if (exempt.includes(name)) return [];
    const { [name]: _, ...rest } = fields;
    const withValue = (value: unknown) => write({ ...fields, [name]: value });
    const found = violations(schema, fields[name], limits).map(({ because, value, permitted }) => ({
      because: `${name}: ${because}`,
      body: withValue(value),
      ...(permitted !== undefined && { permitted: withValue(permitted) }),
    }));
    if (!body.schema.required?.includes(name)) return found;
    return [{ because: `${name}: missing`, body: write(rest) }, ...found];
  });
}
