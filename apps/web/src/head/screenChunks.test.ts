import { expect, it } from 'vitest';
import { filesFor } from './screenChunks.ts';

it('names the files of exactly that path, and nothing for a table that is broken', () => {
  const table = JSON.stringify({ '/': ['assets/a.js', 7], '/connect': ['assets/b.js'] });
  expect(filesFor(table, '/')).toEqual(['assets/a.js']);
  expect(filesFor(table, '/connect/done')).toEqual([]);
  expect(filesFor(table, '/toString')).toEqual([]);
  expect(filesFor('null', '/')).toEqual([]);
  expect(filesFor('{"/":"assets/a.js"}', '/')).toEqual([]);
});
