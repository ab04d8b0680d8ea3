import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageFiles, readManifest } from '../checks/sizes.ts';
import { readSources } from '../checks/source-files.ts';
import { root } from '../running/settings.ts';
import { buildWeb } from './web.ts';

/** Returns all JavaScript of a language's build. */
function readScripts(language: string): string[] {
  buildWeb();
  const dist = join(root, 'apps', 'web', 'dist');
  const files = new Set(Object.values(readManifest(dist, language)).map(({ file }) => file));
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  return scripts.map((file) => readFileSync(join(dist, file), 'utf8'));
}

it.each(['vi', 'en'])('builds for production in %s, whatever NODE_ENV is', (language) => {
  expect(process.env['NODE_ENV']).toBe('test');
  const scripts = readScripts(language);
  expect(scripts).not.toEqual([]);
  const inDevelopment = scripts.filter((text) => text.includes('Download the React DevTools'));
  expect(inDevelopment).toEqual([]);
});

it.each(['vi', 'en'])('marks the large scripts of Home in %s to be compiled ahead', (language) => {
  buildWeb();
  const dist = join(root, 'apps', 'web', 'dist');
  const large = pageFiles(readManifest(dist, language), '_app-', [])
    .map((file) => readFileSync(join(dist, file), 'utf8'))
    .filter((text) => text.length > 10_000);
  expect(large).toHaveLength(3);
  // The browser ignores the comment below the first line of code.
  for (const text of large) expect(text.startsWith('//# allFunctionsCalledOnLoad\n')).toBe(true);
});

/** Returns the sentences of all catalogues in a language. */
function sentencesIn(language: string): Set<string> {
  const catalogue = new RegExp(`^(apps/web|packages/(login|contract))/src/.*[/.]${language}\\.ts$`);
  const sources = readSources(root);
  // `texts.ts` beside `texts.vi.ts` is in English.
  const vietnamese = sources.map(({ path }) => path).filter((path) => path.endsWith('.vi.ts'));
  const english = new Set(vietnamese.map((path) => path.replace('.vi.ts', '.ts')));
  const texts = sources.filter(
    ({ path }) => catalogue.test(path) || (language === 'en' && english.has(path)),
  );
  // Single words may be in both languages, or part of the code.
  return new Set(
    texts.flatMap(({ text }) =>
      [...text.matchAll(/'([^'\\\n ]+(?: [^'\\\n ]+){3,})'/g)].map(([, sentence = '']) => sentence),
    ),
  );
}

it.each([
  ['vi', 'en'],
  ['en', 'vi'],
])('builds the texts in %s separately, without those in %s', (language, other) => {
  const scripts = readScripts(language).join('\n');
  const own = sentencesIn(language);
  expect([...own].filter((text) => scripts.includes(text)).length).toBeGreaterThan(300);
  const foreign = [...sentencesIn(other)].filter((text) => !own.has(text));
  expect(foreign.length).toBeGreaterThan(300);
  expect(foreign.filter((text) => scripts.includes(text))).toEqual([]);
});
