import { expect, it } from 'vitest';
import type { Operation } from './reference-document.ts';
import { hostileResponses } from './hostile-responses.ts';

const operation: Operation = {
  id: 'list',
  method: 'GET',
  path: '/rows',
  pattern: /^\/rows$/,
  parameters: [],
  body: null,
  answer: {
    type: 'object',
    properties: {
      rows: {
        type: 'array',
        'x-rows': true,
        items: {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'integer', 'x-key': true },
            amount: { type: 'number' },
            status: { type: 'string', enum: ['NEW'] },
          },
        },
      },
    },
  },
  limits: {},
};
const row = (id: string) => `{"id":${id},"amount":300000,"status":"NEW"}`;
const honest = `{"rows":[${row('9007199254740993')},${row('2')},${row('3')}]}`;
const answers = new Map(hostileResponses(operation, honest).map((answer) => [answer.what, answer]));

it('changes one row only, and names it', () => {
  const changed = answers.get('rows.1.amount: with an exponent');
  expect(changed).toMatchObject({ row: 1, status: 200 });
  expect(changed?.text).toBe(honest.replace('2,"amount":300000', '2,"amount":3.0E5'));
});

it.each([
  ['rows.1.status: an unknown value', '"status":"A_NEW_VALUE"'],
  ['rows.1.id: absent', '{"amount":300000'],
  ['rows.1.id: a number as text', '"id":"2"'],
  ['rows.1.amount: null', '"amount":null'],
])('%s', (what, part) => {
  expect(answers.get(what)?.text).toContain(part);
});

it('keeps 64-bit IDs exact, and includes responses that are not JSON', () => {
  expect(answers.get('rows.1: an extra field')?.text).toContain('9007199254740993');
  expect(answers.get('an error page')).toMatchObject({ row: null, status: 502 });
});
