import { expect, it } from 'vitest';
import { negotiateLanguage } from './problem.ts';

it.each([
  [undefined, 'vi'],
  ['en', 'en'],
  ['en-GB,en;q=0.9,vi;q=0.8', 'en'],
  ['fr-FR, vi;q=0.5, en;q=0.4', 'vi'],
  ['de', 'vi'],
  ['en;q=0, vi', 'vi'],
])('spec 1: Vietnamese is the default and the fallback: %s → %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language);
});
