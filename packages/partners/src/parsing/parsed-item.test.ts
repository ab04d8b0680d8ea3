import { expect, it } from 'vitest';
import { createRawItem, parseRawItem } from './items.ts';

it('finds the raw item of an entity, and parses it', () => {
  const order = createRawItem('order', '1', null, Buffer.from('{"id":1}'));
  const settlement = createRawItem('settlement', '2', null, Buffer.from('{"id":2}'));
  expect(parseRawItem([order, settlement], 'settlement')).toEqual({
    raw: settlement,
    value: { id: '2' },
  });
  expect(() => parseRawItem([order], 'return')).toThrow('no raw item of the entity return');
});

it.each(['1\0', '1\ud800'])(
  'gives an item with the unusable ID %j one made of its content',
  (id) => {
    const item = createRawItem('order', id, null, Buffer.from('{"id":1}'));
    expect(item.externalId).toMatch(/^unidentified:[0-9a-f]{32}$/);
  },
);
