import { expect, it } from 'vitest';
import { listFiles } from './pageFiles.ts';

it('names the files of exactly that language and path, and nothing for a table that is broken', () => {
  const table = JSON.stringify({
    vi: { entry: ['v.js'], '/': ['a.js', 7], '/connect': ['b.js'] },
    en: { entry: ['e.js'], '/': ['c.js'] },
  });
  expect(listFiles(table, 'vi', 'entry')).toEqual(['v.js']);
  expect(listFiles(table, 'vi', '/')).toEqual(['a.js']);
  expect(listFiles(table, 'en', '/')).toEqual(['c.js']);
  expect(listFiles(table, 'vi', '/connect/done')).toEqual([]);
  expect(listFiles(table, 'vi', '/toString')).toEqual([]);
  expect(listFiles('null', 'vi', '/')).toEqual([]);
  expect(listFiles('{"vi":{"/":"a.js"}}', 'vi', '/')).toEqual([]);
});
