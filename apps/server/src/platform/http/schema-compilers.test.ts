import { api, type Route } from '@seller-connect/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { compileSchemasOnUse } from './schema-compilers.ts';

function createApp(): FastifyInstance {
  const app = Fastify();
  compileSchemasOnUse(app);
  return app;
}

it('validates requests and strips unknown response properties, from the first call on', async () => {
  const app = createApp();
  app.post(
    '/double',
    {
      schema: {
        body: Type.Object({ count: Type.Integer() }),
        response: { 200: Type.Object({ count: Type.Integer() }) },
      },
    },
    async ({ body }) => ({ count: 2 * Number(Reflect.get(Object(body), 'count')), secret: 'x' }),
  );
  for (const count of [1, 2]) {
    const answer = await app.inject({ method: 'POST', url: '/double', payload: { count } });
    expect(answer.json()).toEqual({ count: 2 * count });
    const refused = await app.inject({ method: 'POST', url: '/double', payload: { count: 'x' } });
    expect(refused.statusCode).toBe(400);
  }
});

it('sends null where a response allows it, and no unknown properties', async () => {
  const app = createApp();
  const Shop = Type.Object({ name: Type.Union([Type.String(), Type.Null()]) });
  const response = {
    200: Type.Object({
      shop: Type.Union([Shop, Type.Null()]),
      days: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
      state: Type.Union([Type.Enum(['open', 'closed']), Type.Null()]),
    }),
  };
  const answers = [
    { shop: { name: 'Áo', secret: 1 }, days: [1, null], state: 'open' },
    { shop: { name: null }, days: [], state: null },
    { shop: null, days: [null], state: 'closed' },
  ];
  app.get('/', { schema: { response } }, async () => answers.shift());
  const get = async () => (await app.inject('/')).json();
  expect(await get()).toEqual({ shop: { name: 'Áo' }, days: [1, null], state: 'open' });
  expect(await get()).toEqual({ shop: { name: null }, days: [], state: null });
  expect(await get()).toEqual({ shop: null, days: [null], state: 'closed' });
});

it('compiles every schema of the contract', async () => {
  const { validatorCompiler: validatorOf, serializerCompiler: serializerOf } = createApp();
  if (!validatorOf || !serializerOf) throw new Error('There is no compiler');
  const problems: string[] = [];
  const routes: Route[] = Object.values(api);
  for (const { method, path: url, params, query, body, response } of routes) {
    for (const schema of [params, query, body]) {
      if (schema) validatorOf({ schema, method, url })({});
    }
    const serialize = serializerOf({ schema: response, method, url });
    try {
      serialize({});
    } catch (error) {
      // The compiled function refuses what lacks fields; a schema that cannot be compiled fails in another way.
      if (!/is required!|does not match schema definition/.test(String(error))) {
        problems.push(`${url}: ${String(error)}`);
      }
    }
  }
  expect(problems).toEqual([]);
});
