import { expect, it } from 'vitest';
import { chunkFilesFor } from './screenChunks.ts';

it('names the files of exactly that path, and nothing for a table that is broken', () => {
  const table = JSON.stringify({ '/': ['assets/a.js', 7], '/connect': ['assets/b.js'] });
  expect(chunkFilesFor(table, '/')).toEqual(['assets/a.js']);
  expect(chunkFilesFor(table, '/connect/done')).toEqual([]);
  expect(chunkFilesFor(table, '/toString')).toEqual([]);
  expect(chunkFilesFor('null', '/')).toEqual([]);
  expect(chunkFilesFor('{"/":"assets/a.js"}', '/')).toEqual([]);
});
