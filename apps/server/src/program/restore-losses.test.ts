import { expect, it } from 'vitest';
import { describeLosses, findSpentTokens } from './restore-losses.ts';

const takenAt = '2026-11-11T05:00:00Z';

it('says that the shops of spent tokens cannot be read, which does not undo the restore', async () => {
  const spent = await findSpentTokens('postgres://127.0.0.1:1/none');
  expect(spent).toBeInstanceOf(Error);
  const [last = ''] = describeLosses(takenAt, spent).slice(-1);
  expect(last).toContain('could not be read (');
  expect(last).toContain('ECONNREFUSED');
});

it('names fifty shops at the most', () => {
  const shop = { platform: 'LAZADA', name: 'Hoa Mai' };
  const spent = Array.from({ length: 52 }, (_, index) => ({
    ...shop,
    externalShopId: String(index),
  }));
  const lines = describeLosses(takenAt, spent);
  expect(lines.slice(-3)).toEqual([
    '  - LAZADA 48, Hoa Mai',
    '  - LAZADA 49, Hoa Mai',
    '  - and 2 more',
  ]);
  expect(describeLosses(takenAt, []).at(-1)).toContain('No shop');
});
