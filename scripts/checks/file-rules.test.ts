import { expect, it } from 'vitest';
import { findFileProblems } from './file-rules.ts';

it('reports long files and generic names', () => {
  const lines = (count: number) => 'x\n'.repeat(count);
  expect(findFileProblems([{ path: 'apps/web/src/long.ts', text: lines(401) }])).toHaveLength(1);
  expect(findFileProblems([{ path: 'apps/web/src/fine.ts', text: lines(400) }])).toEqual([]);
  expect(findFileProblems([{ path: 'apps/web/src/utils/money.ts', text: '' }])).toHaveLength(1);
  expect(findFileProblems([{ path: 'apps/web/src/helpers.test.ts', text: '' }])).toHaveLength(1);
});

it('reports constants in capitals', () => {
  const problems = (text: string) => findFileProblems([{ path: 'a.ts', text }]);
  expect(problems('export const MAX_ROWS = 1;')).toEqual([
    'a.ts: write the constant MAX_ROWS in camelCase',
  ]);
  expect(problems("const maxRows = 1;\nconst Row = Type.String();\nconst path = 'MAX';")).toEqual(
    [],
  );
});

it('reports tests that are repeated when they fail', () => {
  const problems = (path: string, text: string) => findFileProblems([{ path, text }]);
  const retries = (count: number) => `{ retries: ${count} }`;
  const found = (path: string) => [
    `${path}: a failed test is not repeated; wait for a condition in it`,
  ];
  for (const path of ['e2e/playwright.config.ts', 'e2e/src/shared-product/team.spec.ts'])
    expect(problems(path, retries(2))).toEqual(found(path));
  expect(problems('a.test.ts', retries(1))).toEqual(found('a.test.ts'));
  for (const other of ['queries: { retry: false }', 'retry: 250'])
    expect(problems('a.test.ts', other)).toEqual([]);
  expect(problems('a.ts', retries(2))).toEqual([]);
});

it('reports error classes with another name', () => {
  const problems = (name: string, body: string) =>
    findFileProblems([
      {
        path: 'a.ts',
        text: `export class ${name} extends Error {${body}\n}\nconst name = 'Lost';`,
      },
    ]);
  expect(problems('Lost', `\n  override readonly name = 'Lost';`)).toEqual([]);
  const problem = ["a.ts: the name of the error class Lost is not 'Lost'"];
  expect(problems('Lost', `\n  override readonly name = 'Superseded';`)).toEqual(problem);
  expect(problems('Lost', '')).toEqual(problem);
});

it('fails without files', () => {
  expect(() => findFileProblems([])).toThrow('no file');
});
