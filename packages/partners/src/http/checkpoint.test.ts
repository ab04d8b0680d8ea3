import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect, it } from 'vitest';
import { parseCheckpoint } from './paging.ts';

const Shape = Compile(Type.Object({ after: Type.Integer({ minimum: 0 }) }));

it('parseCheckpoint returns the checkpoint of an earlier page', () => {
  expect(parseCheckpoint('{"after":7}', Shape, '/orders')).toEqual({ after: 7 });
});

it.each(['', '{', 'null', '{"after":-1}', '{"after":"7"}'])(
  'parseCheckpoint refuses %j',
  (text) => {
    expect(() => parseCheckpoint(text, Shape, '/orders')).toThrow(
      '/orders: invalid_request (bad_checkpoint)',
    );
  },
);
