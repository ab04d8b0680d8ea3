import fc from 'fast-check';

/** The subset of JSON Schema that the product's documents use. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}
interface Operation {
  operationId?: string;
  parameters?: { name: string; in: string; schema?: Schema }[];
  security?: Record<string, unknown>[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}
export interface Document {
  paths?: Record<string, Record<string, Operation>>;
}

export interface HostileCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  url: string;
  token: string;
  contentType: string;
  payload: string;
}

const longText = 'a'.repeat(5000);
/** Any code point. The library's own unit `binary` builds a table of all of them, which takes more than a second. */
const codePoint = fc.nat({ max: 0x10ffff }).map(
  (code) => String.fromCodePoint(code),
  (text) => {
    const code = String(text).codePointAt(0) ?? -1;
    if (code < 0 || text !== String.fromCodePoint(code)) throw new Error('This is no code point');
    return code;
  },
);
/** Strings that break programs: control characters, lone surrogates, other syntaxes, extreme numbers. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\uD800',
    '\u202E',
    '%00',
    "'",
    "' or 1=1--",
    '"',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '-1',
    '0',
    '9007199254740993',
    '1e309',
    'NaN',
    'null',
    '[]',
    '{}',
    '0000-00-00',
    '9999-12-31',
    '2026-02-30',
    '275760-09-13T00:00:00.001Z',
    '00000000-0000-0000-0000-000000000000',
    '${7*7}',
    '=1+1',
    longText,
  ),
  fc.string({ unit: codePoint, maxLength: 20 }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, [], {}, [[[[[[[[1]]]]]]]], Number.MAX_SAFE_INTEGER, -1, 1.5),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'a'), fc.integer(), { maxKeys: 2 }),
);

const instants = ['2026-11-15T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:60-14:00'];
/** Texts that fit patterns of the documents. Half of them name nothing that there is. */
const knownTexts = [
  '2026-11-15',
  '2026-11',
  'VND',
  '08:00',
  '0000-01-01',
  '0000-01',
  'XXX',
  '24:00',
];

function matchingText(pattern: RegExp): fc.Arbitrary<string> {
  const known = knownTexts.filter((text) => pattern.test(text));
  return known.length > 0 ? fc.constantFrom(...known) : fc.stringMatching(pattern);
}

function conformingValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  if (schema.anyOf && schema.anyOf.length > 0) return fc.oneof(...schema.anyOf.map(schemaValue));
  if (schema.type === 'object') return schemaObject(schema.properties ?? {});
  if (schema.type === 'array') return fc.array(schemaValue(schema.items ?? {}), { maxLength: 3 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer' || schema.type === 'number') {
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000_000 });
  }
  if (schema.format === 'date-time') return fc.constantFrom(...instants);
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.pattern !== undefined) return matchingText(new RegExp(schema.pattern));
  return fc.oneof(fc.constantFrom('a', 'name@shop.test', '0912345678'), hostileText);
}

/** Values that mostly conform, because what validation rejects does not reach the code behind it. */
function schemaValue(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 24, arbitrary: conformingValue(schema) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function schemaObject(properties: Record<string, Schema>): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, schemaValue(schema)]),
  );
  return fc.record(members, { requiredKeys: [] });
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Lone surrogates cannot be encoded in a URL. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

interface CallOptions {
  /** Tokens by the scheme that an operation requires. */
  tokens: Readonly<Record<string, readonly string[]>>;
  /** Ids of what exists. */
  known: readonly string[];
}

/** Calls of every operation in a document by its id, with values that fit its schemas and values that do not. */
export function hostileCalls(
  { paths = {} }: Document,
  options: CallOptions,
): Map<string, fc.Arbitrary<HostileCall>> {
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    methods.flatMap((method) => {
      const operation = byMethod[method.toLowerCase()];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
  return new Map(
    operations.map((each) => [
      each.operation.operationId ?? `${each.method} ${each.path}`,
      callsOf(each, options),
    ]),
  );
}

function callsOf(
  {
    path,
    method,
    operation,
  }: { path: string; method: HostileCall['method']; operation: Operation },
  options: CallOptions,
): fc.Arbitrary<HostileCall> {
  const { parameters = [], security = [], requestBody } = operation;
  const [scheme = 'bearer'] = security.flatMap((each) => Object.keys(each));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const query = parameters.filter((each) => each.in === 'query');
  const [entry] = Object.entries(requestBody?.content ?? {});
  const [contentType, body] = entry ?? ['application/json', {}];
  return fc
    .record({
      ids: fc.tuple(
        ...inPath.map(() =>
          fc.oneof(
            { weight: 3, arbitrary: fc.constantFrom(...options.known) },
            { weight: 1, arbitrary: hostileText },
          ),
        ),
      ),
      query: schemaObject(Object.fromEntries(query.map(({ name, schema = {} }) => [name, schema]))),
      body: fc.oneof(
        {
          weight: 6,
          arbitrary: schemaValue(body.schema ?? {}).map((value) => JSON.stringify(value)),
        },
        { weight: 1, arbitrary: hostileText },
      ),
      token: fc.constantFrom(...(options.tokens[scheme] ?? ['nobody'])),
      contentType: fc.oneof(
        { weight: 8, arbitrary: fc.constant(contentType) },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/octet-stream', 'a') },
      ),
    })
    .map(({ ids, query: queryValues, body: bodyText, token, contentType: type }): HostileCall => {
      const filledPath = inPath.reduce(
        (text, name, at) => text.replace(`{${name}}`, () => encode(ids[at] ?? '')),
        path,
      );
      const search = Object.entries(Object(queryValues))
        .map(([name, value]) => `${encode(name)}=${encode(toText(value))}`)
        .join('&');
      return {
        method,
        url: search === '' ? filledPath : `${filledPath}?${search}`,
        token,
        contentType: type,
        payload: method === 'GET' ? '' : bodyText.toWellFormed(),
      };
    });
}
