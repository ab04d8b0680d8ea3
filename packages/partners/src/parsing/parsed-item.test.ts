import { expect, it } from 'vitest';
import { rawItem } from './raw-item.ts';
import { storedItem } from './parsed-item.ts';

it('finds the raw item that a derivation is made from, and parses it', () => {
  const order = rawItem('order', '1', null, Buffer.from('{"id":1}'));
  const settlement = rawItem('settlement', '2', null, Buffer.from('{"id":2}'));
  expect(storedItem([order, settlement], 'settlement')).toEqual({
    raw: settlement,
    value: { id: '2' },
  });
  expect(() => storedItem([order], 'return')).toThrow('no raw item of the entity return');
});
