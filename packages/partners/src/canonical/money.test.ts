import { describe, expect, it } from 'vitest';
import { classifyFee, type FeeTable } from './money.ts';

const table: FeeTable = { '16': 'commission', ship: 'shipping_seller' };

describe('classifyFee', () => {
  it('returns the class of the table', () => {
    const flags = new Set<string>();
    expect(classifyFee(table, '16', flags)).toBe('commission');
    expect(classifyFee(table, 'ship', flags)).toBe('shipping_seller');
    expect(flags.size).toBe(0);
  });

  it.each(['999', '', 'constructor', '__proto__'])(
    'returns unknown with a flag for a code outside the table (%j)',
    (code) => {
      const flags = new Set<string>();
      expect(classifyFee(table, code, flags)).toBe('unknown');
      expect([...flags]).toEqual([`unknown_fee:${code}`]);
    },
  );

  it('truncates a flag', () => {
    const flags = new Set<string>();
    classifyFee(table, 'x'.repeat(500), flags);
    expect([...flags]).toEqual([`unknown_fee:${'x'.repeat(60)}`]);
  });
});
