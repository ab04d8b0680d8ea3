import { parseQueryPairs } from './conformance.ts';
import type { Operation, Parameter } from './reference-document.ts';
import type { Exchange } from './recording.ts';

/** A request that the reference forbids. It has to be signed again before it is sent. */
export interface ForbiddenRequest {
  /** The violation. */
  because: string;
  /** The query parameters in order; a name may be repeated. */
  query: readonly (readonly [name: string, value: string])[];
  body: string | null;
}

/**
 * Returns requests that each differ from a valid one in one violation: a missing required parameter or field, a value
 * above its maximum or outside its enumeration, several values in the wrong encoding.
 * @param exempt names that are part of the signature or recomputed with it, such as `sign`
 */
export function forbiddenRequests(
  operation: Operation,
  exchange: Exchange,
  exempt: readonly string[] = [],
): ForbiddenRequest[] {
  const query = [...parseQueryPairs(exchange.query)].flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  const without = (name: string) => query.filter(([key]) => key !== name);
  const change = (parameter: Parameter): ForbiddenRequest[] => {
    const { name, required } = parameter;
    const isSent = query.some(([key]) => key === name);
    const variants = forbiddenValues(parameter).map(({ because, values }) => ({
      because: `${name}: ${because}`,
      query: [...without(name), ...values.map((value) => [name, value] as const)],
      body: exchange.body,
    }));
    if (!required || !isSent) return variants;
    return [
      { because: `${name}: missing`, query: without(name), body: exchange.body },
      ...variants,
    ];
  };
  return [
    ...operation.parameters
      .filter((parameter) => parameter.in === 'query' && !exempt.includes(parameter.name))
      .flatMap(change),
    ...forbiddenBodies(operation, exchange, exempt).map((forbidden) => ({ ...forbidden, query })),
  ];
}

function forbiddenValues({ encoding, schema }: Parameter): { because: string; values: string[] }[] {
  const single = encoding === 'plain' ? schema : (schema.items ?? {});
  const found: { because: string; values: string[] }[] = [];
  if (single.maximum !== undefined) {
    found.push({ because: 'above its maximum', values: [String(single.maximum + 1)] });
  }
  if (single.maxItems !== undefined) {
    const ids = Array.from({ length: single.maxItems + 1 }, (_item, index) => index + 1);
    found.push({ because: 'too many', values: [JSON.stringify(ids)] });
  }
  if (single.enum !== undefined) {
    found.push({ because: 'outside its enumeration', values: ['no_such_value'] });
    const [first, second] = single.enum.map(String);
    if (encoding === 'repeated' && first !== undefined && second !== undefined) {
      found.push({ because: 'joined by a comma', values: [`${first},${second}`] });
    }
  }
  return found;
}

function forbiddenBodies(
  { body }: Operation,
  exchange: Exchange,
  exempt: readonly string[],
): Omit<ForbiddenRequest, 'query'>[] {
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
  return Object.entries(body.schema.properties ?? {}).flatMap(([name, schema]) => {
    if (exempt.includes(name)) return [];
    const { [name]: _, ...rest } = fields;
    const found: Omit<ForbiddenRequest, 'query'>[] = [];
    if (body.schema.required?.includes(name)) {
      found.push({ because: `${name}: missing`, body: write(rest) });
    }
    if (schema.enum !== undefined) {
      found.push({
        because: `${name}: outside its enumeration`,
        body: write({ ...fields, [name]: 'no_such_value' }),
      });
    }
    if (schema.maximum !== undefined) {
      found.push({
        because: `${name}: above its maximum`,
        body: write({ ...fields, [name]: schema.maximum + 1 }),
      });
    }
    const value = fields[name];
    if (schema.maxItems !== undefined && Array.isArray(value) && value.length > 0) {
      const many = Array.from(
        { length: schema.maxItems + 1 },
        (_item, index) => value[index % value.length],
      );
      found.push({ because: `${name}: too many`, body: write({ ...fields, [name]: many }) });
    }
    return found;
  });
}
