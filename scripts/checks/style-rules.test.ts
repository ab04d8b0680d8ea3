import { expect, it } from 'vitest';
import { findStyleProblems } from './style-rules.ts';

const problems = (text: string) => findStyleProblems([{ path: 'a.module.css', text }]);

it('reports a rule that removes list markers with none', () => {
  const problem = [
    "a.module.css: .bars: base.css removes the markers of lists; in Safari, 'none' drops the list role",
  ];
  expect(problems('.bars {\n  margin: 0;\n  list-style: none;\n}\n')).toEqual(problem);
  expect(problems('.bars { list-style-type: none }')).toEqual(problem);
  expect(
    problems('.a summary {\n}\n\n@media print {\n  .bars {\n    list-style: inside none;\n  }\n}'),
  ).toEqual(problem);
  expect(problems('.a summary {\n}\n/* Of lists. */\n.bars {\n  list-style: none;\n}')).toEqual(
    problem,
  );
});

it('accepts a summary without marker, and a list with another one', () => {
  expect(problems('.more summary {\n  list-style: none;\n}\n')).toEqual([]);
  expect(problems("ul,\nol {\n  list-style: '';\n}\n.steps {\n  list-style: disc;\n}")).toEqual([]);
  expect(problems('/* With `list-style: none`, the role is lost. */\nul {\n}')).toEqual([]);
});

it('fails without style sheets', () => {
  expect(() => findStyleProblems([])).toThrow('no style sheet');
});
