import { expect, it } from 'vitest';
import { declaredNames, sqlNames } from './declarations.ts';

const declared = (text: string) => declaredNames(text).map(({ name }) => name);

it('finds variables, functions and types', () => {
  expect(
    declared('const one = two; let three: Four; function five() {} function* six() {}'),
  ).toEqual(['one', 'three', 'five', 'six']);
  expect(declared('type One = Two; interface Three<Four> {} class Five extends Six {}')).toEqual([
    'One',
    'Three',
    'Five',
  ]);
  expect(declared('try { one(); } catch (two) { three = 4; }')).toEqual(['two']);
});

it('finds members', () => {
  const members = 'interface A { one: B; two?: C; readonly three: D; four(): E; five?(): F }';
  expect(declared(members)).toEqual(['A', 'one', 'two', 'three', 'four', 'five']);
  const ofClass = 'class A { #one = 1; private two = 2; async three<T>(): B {} get four() {} }';
  expect(declared(ofClass)).toEqual(['A', 'one', 'two', 'three', 'four']);
  expect(declared('call({ one: 1, two() {}, async three() {}, four, ...five })')).toEqual([
    'one',
    'two',
    'three',
  ]);
});

it('finds parameters', () => {
  expect(
    declared('function a(one: B, two = c(d), { three, e: four }: F, ...five: G[]) {}'),
  ).toEqual(['a', 'one', 'two', 'three', 'e', 'four', 'five']);
  expect(declared('f((one, two) => g); f(three => g); f(async ([four], five): H => g)')).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
  ]);
  expect(declared('const a: (one: Map<B, C>, two: D) => E = f;')).toEqual(['a', 'one', 'two']);
});

it('finds what patterns bind', () => {
  expect(declared('const { one, a: two = b, ...three } = c;')).toEqual([
    'one',
    'a',
    'two',
    'three',
  ]);
  expect(declared('const [one, , two] = useState<A>(b);')).toEqual(['one', 'two']);
  expect(declared('for (const [one, { two }] of a) b();')).toEqual(['one', 'two']);
});

it('ignores uses', () => {
  expect(declared('one.two(three); four(five, six); return seven ? eight : nine;')).toEqual([]);
  expect(
    declared('if (one) { two(); } while (three) {} switch (four) { case five: six(); }'),
  ).toEqual([]);
  expect(declared("import { one } from 'two'; export { three } from 'four';")).toEqual([]);
  expect(declared("import one, { two as three } from 'four';")).toEqual(['three']);
  expect(declared("import type { one } from 'two'; const a = b as C;")).toEqual(['a']);
});

it('ignores strings, comments, regular expressions and markup', () => {
  expect(declared('const a = "const b"; // const c\n/* const d */ const e = \'const f\';')).toEqual(
    ['a', 'e'],
  );
  expect(declared('const a = /const b = "/.test(c) ? d / e : /[/"]/g; const f = 1;')).toEqual([
    'a',
    'f',
  ]);
  expect(declared('const a = <p className="b">it is<br /> c</p>; const d = 1;')).toEqual([
    'a',
    'd',
  ]);
  expect(declared('const a = `const b ${c.map((d) => `${d} const e`)} const f`; let g;')).toEqual([
    'a',
    'd',
    'g',
  ]);
});

it('returns the line of a name', () => {
  expect(declaredNames('/* two\nlines */\nconst a = `\n`,\n  b = 1;\nconst c = 2;')).toEqual([
    { name: 'a', line: 3 },
    { name: 'c', line: 6 },
  ]);
});

it('finds every name in SQL, without comments and strings', () => {
  const text = "-- one\nselect two.three /* four\nfive */ from six\nwhere seven = 'eight''nine'";
  expect(sqlNames(text)).toEqual([
    { name: 'select', line: 2 },
    { name: 'two', line: 2 },
    { name: 'three', line: 2 },
    { name: 'from', line: 3 },
    { name: 'six', line: 3 },
    { name: 'where', line: 4 },
    { name: 'seven', line: 4 },
  ]);
  expect(sqlNames('do $$ begin perform one(); end $$').map(({ name }) => name)).toContain('one');
});
