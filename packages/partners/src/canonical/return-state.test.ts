import { describe, expect, it } from 'vitest';
import type { ReturnCaseState } from './money.ts';
import { rollUpReturnState } from './return-state.ts';

const of = (...states: ReturnCaseState[]) => rollUpReturnState(states.map((state) => ({ state })));

describe('the state of a case', () => {
  it('is the least advanced of the items that go on', () => {
    expect(of('refunded', 'in_transit', 'received')).toBe('in_transit');
    expect(of('refunded', 'rejected', 'cancelled')).toBe('refunded');
    expect(of('refunded', 'unknown')).toBe('unknown');
  });

  it('is rejected or cancelled when no item goes on', () => {
    expect(of('rejected', 'cancelled')).toBe('rejected');
    expect(of('cancelled')).toBe('cancelled');
  });
});
