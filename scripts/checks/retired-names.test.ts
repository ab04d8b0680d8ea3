import { describe, expect, it } from 'vitest';
import { exceptions, findRetiredNames, listRetiredNames, segmentsOf } from './retired-names.ts';

const schema = {
  path: 'apps/server/src/collector/schema/001.sql',
  text: 'create table stream ();',
};

/** Returns the retired terms found in declarations of these names. */
function termsIn(names: string[], path = 'apps/server/src/collector/streams.ts'): string[] {
  const text = names.map((name) => `const ${name} = 1;\n`).join('');
  return listRetiredNames([{ path, text }], [schema]).map(({ term }) => term);
}

const termsInSql = (text: string) =>
  listRetiredNames([{ path: 'main.ts', text: 'const a = 1;' }], [{ path: schema.path, text }]).map(
    ({ name, term }) => `${name}: ${term}`,
  );

it('splits names into segments', () => {
  expect(segmentsOf('syncIntervalMs')).toEqual(['sync', 'interval', 'ms']);
  expect(segmentsOf('HTTPServerURL')).toEqual(['http', 'server', 'url']);
  expect(segmentsOf('MAX_LANES')).toEqual(['max', 'lanes']);
  expect(segmentsOf('_amount_e4')).toEqual(['amount', 'e', '4']);
});

describe('retired words', () => {
  it('are found as whole segments, in any spelling of a name', () => {
    expect(termsIn(['told', 'toldAt', 'isTold', 'Told', 'TOLD_AT', 'told_at'])).toHaveLength(6);
    expect(termsIn(['toldest', 'placeholder', 'threshold', 'household', 'wordsmith'])).toEqual([]);
  });

  it('are found at the start of a name when they are prefixes', () => {
    expect(termsIn(['mostPasses', 'MOST_LANES', 'longestSliceMs', 'usualScope'])).toHaveLength(4);
    expect(termsIn(['almostDone', 'innermost', 'isMostRecent'])).toEqual([]);
  });

  it('are found as verbs that begin a longer name', () => {
    expect(termsIn(['noteHint', 'keepRaw', 'tellLinked', 'lookAt'])).toHaveLength(4);
    expect(termsIn(['note', 'NoteProps', 'WarningNote', 'keep', 'hasNote'])).toEqual([]);
  });

  it('are found in names in SQL', () => {
    const text = 'create function f(p_longest_ms int, p_hold bigint) returns void;\n-- told\n';
    expect(termsInSql(text)).toEqual(['p_longest_ms: longest', 'p_hold: hold']);
    expect(termsInSql("select least(a, b) from t where state = 'told'")).toEqual([]);
  });

  it('are found in names of files', () => {
    const inFile = (path: string) =>
      listRetiredNames([{ path, text: 'const a = 1;' }], [schema]).map(({ name }) => name);
    expect(inFile('apps/server/src/told-changes.db.test.ts')).toEqual(['ToldChangesDbTest']);
    expect(inFile('apps/web/src/mostPages.ts')).toEqual(['MostPages']);
    expect(inFile('apps/server/src/told/note-store.ts')).toEqual([]);
  });

  it('are allowed where the domain or the platform uses them', () => {
    expect(termsIn(['isOnHold', 'onSettled', 'keepAliveMs', 'fontFaces', 'lookUp'])).toEqual([]);
    expect(termsIn(['isHeld', 'hold'])).toEqual(['held', 'hold']);
    expect(termsIn(['settledDay'], 'apps/server/src/reporting/money/lines.ts')).toEqual([]);
    expect(termsIn(['settledDay'])).toEqual(['settled']);
    expect(termsIn(['settlement', 'unsettledOrders', 'allSettled'])).toEqual(['settled']);
    expect(termsIn(['figure'], 'apps/web/src/screens/home.tsx')).toEqual(['figure']);
    expect(termsIn(['figure'], 'apps/sandbox/src/ledger.ts')).toEqual([]);
  });

  it('are ignored in uses, strings and comments', () => {
    const text =
      "const a = { ...told }; // told\nconst b = 'told'; await Promise.allSettled(c.told);";
    expect(listRetiredNames([{ path: 'a.ts', text }], [schema])).toEqual([]);
  });
});

it('reports each name once a file, with its line and the replacement', () => {
  const text = 'const a = 1;\nconst mostPages = 2;\nf((mostPages) => mostPages);\n';
  expect(findRetiredNames([{ path: 'apps/a.ts', text }], [schema])).toEqual([
    'apps/a.ts:2: mostPages: "most" is retired; write max…',
  ]);
});

it('has at most ten exceptions', () => {
  expect(exceptions.length).toBeLessThanOrEqual(10);
});

it('fails without names', () => {
  const source = { path: 'a.ts', text: 'const a = 1;' };
  expect(() => findRetiredNames([], [schema])).toThrow('no name in TypeScript');
  expect(() => findRetiredNames([{ path: 'a.ts', text: '// empty' }], [schema])).toThrow(
    'no name in TypeScript',
  );
  expect(() => findRetiredNames([source], [])).toThrow('no name in SQL');
});
