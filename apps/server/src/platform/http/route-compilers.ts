import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';

const createSerializer = SerializerSelector()();

/**
 * Compiles the schemas of a route at its first call. Together they take a third of a second of processor time, which
 * every start would wait for.
 */
export function compileAtFirstCall(app: FastifyInstance): void {
  app.setValidatorCompiler((route) => deferred(() => TypeBoxValidatorCompiler(route)));
  app.setSerializerCompiler((route) =>
    deferred(() => createSerializer({ httpStatus: '', ...route })),
  );
}

/** Returns the function that `compile` returns, and compiles it at its first call. */
function deferred<Given extends unknown[], Result>(
  compile: () => (...given: Given) => Result,
): (...given: Given) => Result {
  let compiled: ((...given: Given) => Result) | undefined;
  return (...given) => {
    compiled ??= compile();
    return compiled(...given);
  };
}
