import { expect, it } from 'vitest';
import { wrapText } from './wrapText.ts';

const wrap = (text: string) => wrapText(text, 10, ({ length }) => length);

it('breaks a text at spaces', () => {
  expect(wrap('')).toEqual(['']);
  expect(wrap('net sales')).toEqual(['net sales']);
  expect(wrap('net sales of all  shops')).toEqual(['net sales', 'of all', 'shops']);
});

it('breaks a word that is wider than a line between its characters', () => {
  expect(wrap('of abcdefghijklmn op')).toEqual(['of abcdefg', 'hijklmn op']);
  // A letter with combining marks is one character.
  expect(wrap('e\u0302\u0301'.repeat(4))).toEqual(['e\u0302\u0301'.repeat(3), 'e\u0302\u0301']);
});
