import { expect, it } from 'vitest';
import { listFiles } from './pageFiles.ts';

it('lists the files of the given language and path, and none for a broken table', () => {
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
