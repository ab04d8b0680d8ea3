import { expect, it } from 'vitest';
import { cutText, shortenText } from './cut-text.ts';

it.each([
  ['Nón lá', 3, 'Nón'],
  ['Nón lá', 9, 'Nón lá'],
  ['a🧢b', 2, 'a🧢'],
  ['🧢🧢', 1, '🧢'],
  ['', 1, ''],
])('cuts %j at %i characters', (text, maxCharacters, expected) => {
  expect(cutText(text, maxCharacters)).toBe(expected);
});

it.each([
  ['Nón lá', 6, 'Nón lá'],
  ['Nón lá', 4, 'Nón…'],
  ['🧢🧢', 2, '🧢🧢'],
  ['🧢🧢🧢', 2, '🧢…'],
])('shortens %j to %i characters', (text, maxCharacters, expected) => {
  expect(shortenText(text, maxCharacters)).toBe(expected);
});
