import swagger from '@fastify/swagger';
import type { CallShape, RequestPart } from '@seller-connect/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { negotiateLanguage, type Language } from './problem.ts';
import { uploadTimeoutMs } from './request-guards.ts';

/** One call of a contract. `Caller` is what authenticates it. */
export interface ContractCall<Shape extends CallShape, Caller> {
  session: Caller;
  params: RequestPart<Shape, 'params'>;
  query: RequestPart<Shape, 'query'>;
  body: RequestPart<Shape, 'body'>;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Registers one call of a contract: authenticates, validates, acts, and sends the response. */
export function registerCall<Shape extends CallShape, Caller>(
  app: FastifyInstance,
  name: string,
  shape: Shape,
  options: {
    /** Precedes the path of the contract. */
    basePath?: string;
    /** Additional properties for OpenAPI. */
    schema: object;
    authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
    /** Returns the response's body, or `undefined` if it sends the response itself. */
    handler(call: ContractCall<Shape, Caller>): Promise<unknown>;
  },
): void {
  const { method, path, summary, status, params, query, body, hasFileBody, response }: CallShape =
    shape;
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method,
    url: `${options.basePath ?? ''}${path}`,
    schema: {
      summary,
      operationId: name,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [status]: response },
      ...options.schema,
    },
    ...(hasFileBody && { config: { bodyTimeoutMs: uploadTimeoutMs } }),
    // Before validation, so that only an authenticated caller learns what a request lacks.
    preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
      callers.set(request, await options.authenticate(request, reply));
      // A missing body counts as an empty object; the schema reports what is required.
      if (body) request.body ??= {};
    },
    handler: async (request: FastifyRequest, reply) => {
      const session = callers.get(request);
      if (session === undefined) throw new Error('A call was handled without authentication');
      const answer = await options.handler({
        session,
        ...requestParts<Shape>(request),
        language: negotiateLanguage(request.headers['accept-language']),
        request,
        reply,
      });
      if (reply.sent || reply.raw.headersSent) return reply;
      return reply.code(status).send(status === 204 ? undefined : answer);
    },
  });
}

/** Fastify validates all three by the route's schemas before the handler runs, which its types cannot express. */
function requestParts<Shape extends CallShape>({ params, query, body }: FastifyRequest) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { params, query, body } as Pick<ContractCall<Shape, unknown>, 'params' | 'query' | 'body'>;
}

/**
 * Serves `/openapi.json`, generated from the schemas of all routes that are registered afterwards and not hidden. Awaited
 * because it sees only those.
 */
export async function documentApi(
  app: FastifyInstance,
  title: string,
  securitySchemes: Record<string, { type: 'http'; scheme: string; description?: string }>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1', license: { name: 'Apache-2.0' } },
      components: { securitySchemes },
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
