import { expect, it } from 'vitest';
import { findFileProblems } from './source-files.ts';

it('reports long files and empty names', () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  expect(findFileProblems([{ path: 'apps/web/src/long.ts', text: lines(401) }])).toHaveLength(1);
  expect(findFileProblems([{ path: 'apps/web/src/fine.ts', text: lines(400) }])).toEqual([]);
  expect(findFileProblems([{ path: 'apps/web/src/utils/money.ts', text: '' }])).toHaveLength(1);
  expect(findFileProblems([{ path: 'apps/web/src/helpers.test.ts', text: '' }])).toHaveLength(1);
});

it('fails when it has looked at nothing', () => {
  expect(() => findFileProblems([])).toThrow('no file');
});
