import { expect, it } from 'vitest';
import { memoize } from './settlement-mapping.ts';

it('computes once per text and subject, and again once the cache is full', () => {
  const computed: string[] = [];
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  const greet = memoize((text, { name }: { name: string }) => {
    computed.push(text);
    return text === '' ? null : `${text} ${name}`;
  });
  expect([greet('hello', a), greet('hello', a), greet('hello', b)]).toEqual([
    'hello a',
    'hello a',
    'hello b',
  ]);
  expect([greet('', a), greet('', a)]).toEqual([null, null]);
  expect(computed).toEqual(['hello', 'hello', '']);
  for (let index = 0; index < 1000; index += 1) greet(String(index), a);
  expect(greet('hello', a)).toBe('hello a');
  expect(computed.filter((text) => text === 'hello')).toHaveLength(3);
});
