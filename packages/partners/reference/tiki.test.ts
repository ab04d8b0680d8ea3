import { describe, expect, it } from 'vitest';
import { knownStatuses, mapStatus } from '../src/tiki/statuses.ts';
import { loadDocument } from './document.ts';

const { enumerations } = loadDocument('tiki');

describe('every documented order status of Tiki', () => {
  const statuses = enumerations.get('OrderStatus') ?? [];

  it.each(statuses)('%s is mapped, before and after the delivery', (status) => {
    expect(mapStatus(status, false).stage).not.toBe('unknown');
    expect(mapStatus(status, true).stage).not.toBe('unknown');
  });

  it('is all that the connector knows', () => {
    expect([...knownStatuses].toSorted()).toEqual([...statuses].toSorted());
  });
});
