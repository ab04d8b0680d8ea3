import { Compile } from 'typebox/schema';
import type { Operation, Parameter, ReferenceDocument, Schema } from './reference-document.ts';
import type { Exchange } from './recording.ts';

/** Returns the operation of an exchange; undefined if the reference does not contain it. */
export function findOperation(
  document: ReferenceDocument,
  { method, url }: Pick<Exchange, 'method' | 'url'>,
): Operation | undefined {
  const matching = document.operations.filter(
    (operation) => operation.method === method && operation.pattern.test(url.pathname),
  );
  // A fixed path takes precedence over one with a parameter.
  return matching.find(({ path }) => !path.includes('{')) ?? matching[0];
}

/** Returns what a request contains that the reference does not allow, one line each. */
export function requestProblems(document: ReferenceDocument, exchange: Exchange): string[] {
  const operation = findOperation(document, exchange);
  if (!operation) return [`${exchange.method} ${exchange.url.pathname} is not in the reference`];
  const sent = parseQueryPairs(exchange.query);
  const declared = operation.parameters.filter((parameter) => parameter.in === 'query');
  const undeclared = [...sent.keys()]
    .filter((name) => !declared.some((parameter) => parameter.name === name))
    .map((name) => `parameter ${name} is not in the reference`);
  const problems = [
    ...undeclared,
    ...declared.flatMap((parameter) => queryProblems(parameter, sent.get(parameter.name) ?? [])),
    ...headerProblems(operation, exchange),
    ...bodyProblems(operation, exchange),
  ];
  return problems.map((problem) => `${operation.id}: ${problem}`);
}

/** Returns what a successful response contains that the reference does not allow, one line each. */
export function responseProblems(document: ReferenceDocument, exchange: Exchange): string[] {
  const operation = findOperation(document, exchange);
  if (!operation) return [`${exchange.method} ${exchange.url.pathname} is not in the reference`];
  return schemaProblems(operation.answer, JSON.parse(exchange.answer)).map(
    (problem) => `${operation.id}: answer${problem}`,
  );
}

/** Returns what a push contains that the reference does not allow, one line each. */
export function pushProblems(
  { webhooks }: Pick<ReferenceDocument, 'webhooks'>,
  { type, mediaType, body }: { type: string; mediaType: string; body: string },
): string[] {
  const webhook = webhooks.find((each) => each.type === type);
  if (!webhook) return [`a push of the type ${type} is not in the reference`];
  const problems = schemaProblems(webhook.body, JSON.parse(body));
  if (mediaType !== webhook.mediaType) problems.push(` is ${mediaType}`);
  return problems.map((problem) => `push ${type}: body${problem}`);
}

/** Parses the percent-decoded values of a query by name. A repeated name has several values. */
export function parseQueryPairs(query: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    pairs.getOrInsertComputed(name, () => []).push(value);
  }
  return pairs;
}

function queryProblems(parameter: Parameter, values: readonly string[]): string[] {
  const { name, required, encoding, schema } = parameter;
  if (values.length === 0) return required ? [`parameter ${name} is missing`] : [];
  if (encoding !== 'repeated' && values.length > 1) return [`parameter ${name} is repeated`];
  const [first = ''] = values;
  const value =
    encoding === 'plain'
      ? parseValue(schema, first)
      : (encoding === 'joined' ? first.split(',') : values).map((text) =>
          parseValue(schema.items ?? {}, text),
        );
  return schemaProblems(schema, value).map((problem) => `parameter ${name}${problem}`);
}

function headerProblems(operation: Operation, { headers }: Exchange): string[] {
  return operation.parameters
    .filter((parameter) => parameter.in === 'header')
    .flatMap(({ name, required, schema }) => {
      const value = headers.get(name);
      if (value === null) return required ? [`header ${name} is missing`] : [];
      return schemaProblems(schema, parseValue(schema, value)).map(
        (problem) => `header ${name}${problem}`,
      );
    });
}

function bodyProblems({ body }: Operation, exchange: Exchange): string[] {
  if (exchange.body === null) return body?.required ? ['the body is missing'] : [];
  if (body === null) return ['a body is not in the reference'];
  const mediaType = exchange.headers.get('content-type')?.split(';')[0] ?? '';
  if (mediaType !== body.mediaType) return [`the body is ${mediaType}, not ${body.mediaType}`];
  const value =
    mediaType === 'application/x-www-form-urlencoded'
      ? formValue(body.schema, exchange.body)
      : JSON.parse(exchange.body);
  return schemaProblems(body.schema, value).map((problem) => `body${problem}`);
}

function formValue(schema: Schema, text: string): unknown {
  const fields = [...new URLSearchParams(text)].map(([name, value]) => [
    name,
    parseValue(schema.properties?.[name] ?? {}, value),
  ]);
  return Object.fromEntries(fields);
}

/** Converts a value of a query, header or form to the type in its schema. Text of another type stays as it is. */
function parseValue({ type = 'string' }: Schema, text: string): unknown {
  const isNumber = type === 'integer' || type === 'number';
  if (isNumber && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type === 'object' || type === 'array') return JSON.parse(text);
  return text;
}

const compiled = new WeakMap<Schema, ReturnType<typeof Compile>>();

/** Returns up to five differences of a value from its schema. Fields that the schema does not name count as such. */
function schemaProblems(schema: Schema, value: unknown): string[] {
  const validator = compiled.getOrInsertComputed(schema, () =>
    Compile(withoutAdditionalProperties(schema)),
  );
  const [isValid, errors] = validator.Errors(value);
  if (isValid) return [];
  // The validator reports an unnamed field twice: as a value of the schema `false`, and by its object.
  return errors
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map(({ instancePath, message, keyword }) =>
      keyword === 'boolean'
        ? `${instancePath} is not in the reference`
        : `${instancePath}: ${message}`,
    )
    .slice(0, 5);
}

/** Returns a copy of the schema whose objects reject fields that it does not name. */
function withoutAdditionalProperties(schema: Schema): Schema {
  const { properties, items, oneOf } = schema;
  return {
    ...schema,
    ...(properties && {
      additionalProperties: schema.additionalProperties ?? false,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          withoutAdditionalProperties(property),
        ]),
      ),
    }),
    ...(items && { items: withoutAdditionalProperties(items) }),
    ...(oneOf && { oneOf: oneOf.map(withoutAdditionalProperties) }),
  };
}
