import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import buildSerializer from 'fast-json-stringify';
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

type RouteSchema = Parameters<FastifySchemaCompiler<TSchema>>[0];
type Validator = ReturnType<FastifySchemaCompiler<TSchema>>;
type Serializer = ReturnType<FastifySerializerCompiler<TSchema>>;

/** Validators by schema and part of the request. */
const validators = new WeakMap<TSchema, Map<string | undefined, Validator>>();
const serializers = new WeakMap<TSchema, Serializer>();

/**
 * Compiles the schemas of a route when it is first called, and each schema once per process. Compiling those of all
 * routes at startup takes half a second of processor time.
 */
export function compileSchemasOnUse(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>((route) => (value: unknown) => findValidator(route)(value));
  app.setSerializerCompiler<TSchema>(
    ({ schema }) =>
      (body: unknown) =>
        findSerializer(schema)(body),
  );
}

function findValidator(route: RouteSchema): Validator {
  const byPart = validators.getOrInsertComputed(route.schema, () => new Map());
  return byPart.getOrInsertComputed(route.httpPart, () => TypeBoxValidatorCompiler(route));
}

const findSerializer = (schema: TSchema): Serializer =>
  serializers.getOrInsertComputed(schema, () => buildSerializer(nullsAsFlags(schema)));

/**
 * Returns the schema with each `anyOf` of one schema and null in a form without `anyOf`: `nullable: true`, as OpenAPI 3.0
 * has it, or null among the values of an `enum`. For an `anyOf`, fast-json-stringify compiles a validator at the first
 * value, and calls it for each value from then on.
 */
function nullsAsFlags(schema: object): object {
  if (Array.isArray(schema)) return schema.map(flagPart);
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, flagPart(part)]),
  );
  if (!Array.isArray(anyOf)) return rest;
  const [only, ...others] = anyOf.filter(({ type }) => type !== 'null');
  if (others.length > 0 || anyOf.length !== 2) return { ...rest, anyOf };
  if (only.type !== undefined) return { ...rest, ...only, nullable: true };
  if (only.enum !== undefined) return { ...rest, ...only, enum: [...only.enum, null] };
  return { ...rest, anyOf };
}

function flagPart(part: unknown): unknown {
  return typeof part === 'object' && part !== null ? nullsAsFlags(part) : part;
}
