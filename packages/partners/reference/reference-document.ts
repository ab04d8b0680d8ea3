import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

/** The used part of JSON Schema (2020-12) with the extensions of the reference tables; references are resolved. */
export interface Schema {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  enum?: readonly unknown[];
  oneOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  additionalProperties?: boolean | Schema;
  /** The array contains the rows that the connector maps: one bad element must not affect the others. */
  'x-rows'?: boolean;
  /** The value is sent back verbatim in a later call: a cursor or an id. */
  'x-key'?: boolean;
  /** Name of an enumeration in `components.schemas`. */
  'x-enumeration'?: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  /** `joined`: one value with commas. `repeated`: one parameter per value. `plain`: a list is JSON. */
  encoding: 'plain' | 'joined' | 'repeated';
  schema: Schema;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  pattern: RegExp;
  parameters: readonly Parameter[];
  body: { mediaType: string; required: boolean; schema: Schema } | null;
  /** Schema of a successful response. */
  answer: Schema;
  limits: Readonly<Record<string, number>>;
}

export interface ErrorEntry {
  code: string;
  message?: string;
  operations?: readonly string[];
  meaning: Static<typeof Meaning>;
}

/** A push that the marketplace sends. */
export interface Webhook {
  /** The value that tells it from other pushes: a code, or a type. */
  type: string;
  mediaType: string;
  body: Schema;
}

export interface ReferenceDocument {
  operations: readonly Operation[];
  /** All documented values of each enumeration. */
  enumerations: ReadonlyMap<string, readonly string[]>;
  errors: readonly ErrorEntry[];
  webhooks: readonly Webhook[];
}

const Meaning = Type.Enum([
  'token',
  'permission',
  'throttled',
  'unavailable',
  'not_found',
  'invalid_request',
  'signature',
]);

const Source = Type.Object({
  version: Type.String({ minLength: 1 }),
  /** Date of the documented state: year and month, or the day. */
  date: Type.String({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' }),
  /** `sdk` or `observed`, from client code or a live integration, where no reference states it. */
  kind: Type.Enum(['reference', 'sdk', 'observed']),
});
const Page = Type.Object({ url: Type.String({ pattern: '^https://' }) });
const Node = Type.Unsafe<Schema>(Type.Object({}));

const ParameterShape = Type.Object({
  name: Type.String(),
  in: Type.Enum(['query', 'path', 'header']),
  required: Type.Optional(Type.Boolean()),
  style: Type.Optional(Type.String()),
  explode: Type.Optional(Type.Boolean()),
  schema: Type.Optional(Node),
  content: Type.Optional(Type.Object({ 'application/json': Type.Object({ schema: Node }) })),
});
const Content = Type.Record(Type.String(), Type.Object({ schema: Node }));
const OperationShape = Type.Object({
  operationId: Type.String(),
  externalDocs: Page,
  'x-source': Source,
  'x-limits': Type.Optional(Type.Record(Type.String(), Type.Number())),
  parameters: Type.Optional(Type.Array(ParameterShape)),
  requestBody: Type.Optional(
    Type.Object({ required: Type.Optional(Type.Boolean()), content: Content }),
  ),
  responses: Type.Object({ '200': Type.Object({ content: Content }) }),
});
const Methods = Type.Record(Type.String({ pattern: '^(get|post|put|delete)$' }), OperationShape);

const WebhookShape = Type.Object({
  externalDocs: Page,
  'x-source': Source,
  'x-push-code': Type.Optional(Type.Integer()),
  requestBody: Type.Object({ content: Content }),
});
const PushesShape = Type.Object({
  answerWithinSeconds: Type.Number(),
  retryAfterSeconds: Type.Array(Type.Number()),
  lostPushSeconds: Type.Number(),
});

const DocumentShape = Type.Object({
  openapi: Type.Literal('3.1.0'),
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  paths: Type.Record(Type.String({ pattern: '^/' }), Methods),
  components: Type.Object({
    schemas: Type.Optional(
      Type.Record(Type.String(), Type.Object({ enum: Type.Optional(Type.Array(Type.Unknown())) })),
    ),
  }),
  webhooks: Type.Record(Type.String(), Type.Object({ post: WebhookShape })),
  'x-pushes': Type.Optional(PushesShape),
  'x-tokens': Type.Record(Type.String(), Type.Union([Type.Number(), Type.Boolean()])),
  'x-errors': Type.Array(
    Type.Object({
      code: Type.String(),
      message: Type.Optional(Type.String()),
      operations: Type.Optional(Type.Array(Type.String())),
      meaning: Meaning,
      source: Type.String({ pattern: '^https://' }),
    }),
  ),
});

/**
 * Loads the reference table of a marketplace with every `$ref` resolved.
 * @throws Error when the table lacks a source, contains an unknown `$ref` or has an invalid shape
 */
export function loadDocument(name: string): ReferenceDocument {
  const text = readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8');
  const source: unknown = JSON.parse(text);
  const document = Value.Parse(DocumentShape, resolve(source, source, []));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(path, method, operation)),
  );
  const enumerations = Object.entries(document.components.schemas ?? {}).flatMap(
    ([key, { enum: values }]) => (values ? [[key, values.map(String)] as const] : []),
  );
  return {
    operations,
    enumerations: new Map(enumerations),
    errors: document['x-errors'],
    webhooks: Object.entries(document.webhooks).map(([key, { post }]) => toWebhook(key, post)),
  };
}

/**
 * Returns the documented values of an enumeration.
 * @throws Error when the document has no enumeration of this name
 */
export function documentedValues(
  { enumerations }: Pick<ReferenceDocument, 'enumerations'>,
  name: string,
): readonly string[] {
  const values = enumerations.get(name);
  if (!values) throw new Error(`The reference has no ${name}.`);
  return values;
}

function toOperation(
  path: string,
  method: string,
  operation: Static<typeof OperationShape>,
): Operation {
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const [answer] = Object.values(operation.responses['200'].content);
  if (answer === undefined) throw new Error(`${operation.operationId} has no answer.`);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '([^/]+)')}$`),
    parameters: (operation.parameters ?? []).map(toParameter),
    body: body
      ? {
          mediaType: body[0],
          required: operation.requestBody?.required ?? false,
          schema: body[1].schema,
        }
      : null,
    answer: answer.schema,
    limits: operation['x-limits'] ?? {},
  };
}

/** The type of a push is its code, a constant of its body, or its name. */
function toWebhook(name: string, post: Static<typeof WebhookShape>): Webhook {
  const [body] = Object.entries(post.requestBody.content);
  if (body === undefined) throw new Error(`The push ${name} has no body.`);
  const [mediaType, { schema }] = body;
  const [constant] = schema.properties?.['type']?.enum ?? [];
  const code = post['x-push-code'] ?? (typeof constant === 'number' ? constant : name);
  return { type: String(code), mediaType, body: schema };
}

function toParameter(parameter: Static<typeof ParameterShape>): Parameter {
  const { name, content, required = false, explode = true } = parameter;
  const schema = content?.['application/json'].schema ?? parameter.schema ?? {};
  const isPlain = content !== undefined || schema.type !== 'array';
  const encoding = isPlain ? 'plain' : explode ? 'repeated' : 'joined';
  return { name, in: parameter.in, required, encoding, schema };
}

/** Replaces every `$ref` with its target; an enumeration keeps its name as `x-enumeration`. */
function resolve(node: unknown, root: unknown, visitedRefs: readonly string[]): unknown {
  if (Array.isArray(node)) return node.map((item) => resolve(item, root, visitedRefs));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) {
    const address = String(node.$ref);
    if (visitedRefs.includes(address)) throw new Error(`${address} refers to itself.`);
    const { $ref: _, ...beside } = node;
    const target = resolve(resolvePointer(root, address), root, [...visitedRefs, address]);
    const name = address.split('/').at(-1) ?? '';
    const isEnumeration = typeof target === 'object' && target !== null && 'enum' in target;
    return { ...Object(target), ...beside, ...(isEnumeration && { 'x-enumeration': name }) };
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, resolve(value, root, visitedRefs)]),
  );
}

function resolvePointer(root: unknown, address: string): unknown {
  const parts = address.replace(/^#\//, '').split('/');
  let node = root;
  for (const part of parts) {
    node = typeof node === 'object' && node !== null ? Reflect.get(node, part) : undefined;
  }
  if (node === undefined) throw new Error(`${address} is not in the document.`);
  return node;
}
