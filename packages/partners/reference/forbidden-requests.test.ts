import { expect, it } from 'vitest';
import { forbiddenRequests, isDocumentedRefusal, unknownCall } from './forbidden-requests.ts';
import type { Exchange } from './recording.ts';
import type { Operation, Parameter } from './reference-document.ts';

const parameter = (
  name: string,
  schema: Parameter['schema'],
  encoding: Parameter['encoding'] = 'plain',
): Parameter => ({ name, in: 'query', required: false, encoding, schema });

const operation = (
  parameters: readonly Parameter[],
  limits: Operation['limits'] = {},
): Operation => ({
  id: 'list',
  method: 'GET',
  path: '/rows',
  pattern: /^\/rows$/,
  parameters,
  body: null,
  answer: {},
  limits,
});

const exchange = (query: Record<string, string>): Exchange => {
  const search = new URLSearchParams(query).toString();
  return {
    method: 'GET',
    url: new URL(`https://market.test/rows?${search}`),
    query: search,
    headers: new Headers(),
    body: null,
    status: 200,
    answerHeaders: new Headers(),
    answer: '{}',
  };
};

/** Returns the changed value of each violation, and that at the limit. */
function changed(tested: Operation, query: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    forbiddenRequests(tested, exchange(query)).map(({ because, permitted, ...request }) => {
      const name = because.split(':')[0];
      const value = ({ query: pairs }: Pick<typeof request, 'query'>) =>
        pairs.flatMap(([key, text]) => (key === name ? [text] : []));
      return [because, permitted ? [value(request), value(permitted)] : [value(request)]];
    }),
  );
}

const ids = { type: 'array', items: { type: 'string' }, maxItems: 3 };

it.each([
  ['joined', 'a,b', [['a,b,a,b'], ['a,b,a']]],
  ['plain', '["a","b"]', [['["a","b","a","b"]'], ['["a","b","a"]']]],
] as const)('generates a list that is too long, %s', (encoding, sent, expected) => {
  expect(changed(operation([parameter('ids', ids, encoding)]), { ids: sent })).toEqual({
    'ids: too many': expected,
  });
});

it('generates page sizes below the minimum and above the maximum', () => {
  const size = parameter('size', { type: 'integer', minimum: 10, maximum: 50 });
  expect(changed(operation([size], { maxPageSize: 50 }), { size: '20' })).toEqual({
    'size: above its maximum': [['51'], ['50']],
    'size: below its minimum': [['9'], ['10']],
  });
});

it('generates time windows that are too long, in seconds and in days', () => {
  const week = operation([], { maxWindowSeconds: 7 * 86_400 });
  expect(changed(week, { time_from: '1000000', time_to: '1700000' })).toEqual({
    'time_from: too long before its end': [['1095199'], ['1095200']],
  });
  expect(changed(week, { start_time: '2026-03-01', end_time: '2026-03-10' })).toEqual({
    'start_time: too long before its end': [['2026-03-03'], ['2026-03-04']],
  });
});

it('generates an unknown call at the same address', () => {
  expect(unknownCall(exchange({ ids: '1' })).href).toBe('https://market.test/no_such_call?ids=1');
});

it.each([
  ['{"error":"order.too_many","message":""}', 200, true],
  ['{"code":"36009004"}', 400, true],
  ['{"errors":["no"]}', 404, true],
  ['{"error":"unknown_code"}', 200, false],
  ['{"error":"busy"}', 200, false],
])('%s with the status %i is a documented refusal: %s', (answer, status, expected) => {
  const errors = [
    { code: 'too_many', meaning: 'invalid_request' },
    { code: '36009004', meaning: 'invalid_request' },
    { code: '404', meaning: 'not_found' },
    { code: 'busy', meaning: 'unavailable' },
  ] as const;
  expect(isDocumentedRefusal({ errors }, status, answer)).toBe(expected);
});
