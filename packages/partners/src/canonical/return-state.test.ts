import { describe, expect, it } from 'vitest';
import { rollUpReturnState, type ReturnCaseState } from './money.ts';

const of = (...states: ReturnCaseState[]) => rollUpReturnState(states.map((state) => ({ state })));

describe('the state of a return', () => {
  it('is the least advanced of its open items', () => {
    expect(of('refunded', 'in_transit', 'received')).toBe('in_transit');
    expect(of('refunded', 'rejected', 'cancelled')).toBe('refunded');
    expect(of('refunded', 'unknown')).toBe('unknown');
  });

  it('is rejected or cancelled if no item is open', () => {
    expect(of('rejected', 'cancelled')).toBe('rejected');
    expect(of('cancelled')).toBe('cancelled');
  });
});
