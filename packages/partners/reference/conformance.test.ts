import { describe, expect, it } from 'vitest';
import { responseProblems, requestProblems } from './conformance.ts';
import type { Operation, ReferenceDocument } from './reference-document.ts';
import type { Exchange } from './recording.ts';
import { forbiddenRequests } from './forbidden-requests.ts';

const status = { type: 'array', items: { type: 'string', enum: ['NORMAL', 'BANNED'] } };
const operation: Operation = {
  id: 'list',
  method: 'GET',
  path: '/items/{id}',
  pattern: /^\/items\/([^/]+)$/,
  parameters: [
    { name: 'status', in: 'query', required: true, encoding: 'repeated', schema: status },
    {
      name: 'ids',
      in: 'query',
      required: false,
      encoding: 'joined',
      schema: { type: 'array', items: { type: 'integer' } },
    },
    {
      name: 'limit',
      in: 'query',
      required: false,
      encoding: 'plain',
      schema: { type: 'integer', maximum: 50 },
    },
  ],
  body: null,
  answer: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, name: { type: ['string', 'null'] } },
  },
  limits: {},
};
const document: ReferenceDocument = {
  operations: [operation],
  enumerations: new Map(),
  webhooks: [],
  errors: [],
};

function exchange(query: string, answer = '{"id":1}'): Exchange {
  const url = new URL(`https://marketplace.test/items/7?${query}`);
  return {
    method: 'GET',
    url,
    query,
    headers: new Headers(),
    body: null,
    status: 200,
    answerHeaders: new Headers(),
    answer,
  };
}

describe('a request', () => {
  it('may repeat repeatable and join joinable parameters', () => {
    const good = exchange('status=NORMAL&status=BANNED&ids=1,2&limit=50');
    expect(requestProblems(document, good)).toEqual([]);
  });

  it.each([
    ['status=NORMAL,BANNED', 'joins a repeatable parameter'],
    ['status=NORMAL&ids=1&ids=2', 'repeats a joinable parameter'],
    ['status=NORMAL&limit=51', 'is above a maximum'],
    ['status=NORMAL&other=1', 'has an unknown parameter'],
    ['limit=5', 'lacks a required parameter'],
  ])('is reported: %s %s', (query) => {
    expect(requestProblems(document, exchange(query))).toHaveLength(1);
  });

  it('to an undocumented path is reported', () => {
    const strange = { ...exchange(''), url: new URL('https://marketplace.test/other') };
    expect(requestProblems(document, strange)).toEqual(['GET /other is not in the reference']);
  });
});

it.each([
  ['{"id":1,"name":null}', 0],
  ['{"id":"1"}', 1],
  ['{"name":"a"}', 1],
  ['{"id":1,"more":true}', 1],
])('a response is compared with its schema: %s', (answer, problems) => {
  expect(responseProblems(document, exchange('', answer))).toHaveLength(problems);
});

it('derives the requests that the reference forbids', () => {
  const forbidden = forbiddenRequests(operation, exchange('status=NORMAL&limit=20'));
  expect(forbidden.map(({ because }) => because)).toEqual([
    'status: missing',
    'status: outside its enumeration',
    'status: joined by a comma',
    'limit: above its maximum',
  ]);
});
