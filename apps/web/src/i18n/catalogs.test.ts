import { describe, expect, it } from 'vitest';

/**
 * Vietnamese is the source; English must have the same keys to compile. These tests check what the compiler
 * cannot: no text is empty, untranslated or missing.
 */
const modules = import.meta.glob<Record<string, unknown>>(['../**/*.ts', '!../**/*.test.ts']);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns all texts with their paths; functions by their source. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, value.toString()]];
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, `${path}.${name}`));
}

async function catalogue(file: string, language: 'vi' | 'en'): Promise<Map<string, string>> {
  const module = await modules[file]?.();
  return new Map(textsOf(module?.[language], ''));
}

const sources = Object.keys(modules).filter((file) => file.endsWith('.vi.ts'));

/** English is in `texts.ts`, or in `texts.en.ts` where both catalogues are imported. */
const englishFile = (file: string) =>
  ['.en.ts', '.ts'].map((end) => file.replace('.vi.ts', end)).find((each) => each in modules) ?? '';
/** Letters that occur in Vietnamese only. */
const vietnamese = /[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/i;

/** English words of which the other screens say another: shops and ad accounts are connected, days compared with “vs”. */
const otherTerms =
  /\blink(ed)? (a|an|the|your|another) (shop|ad account)|\b(shops?|ad account) (is|are) linked|\bvs\./i;

/** Intentionally Vietnamese. */
const same = /languageNames|keywords|picture\.shops/;
const examples = /“[^”]*”|Example: .*/g;

describe('spec 1: both languages are complete', () => {
  it('finds every file of texts', () => {
    expect(sources.length).toBeGreaterThan(15);
    expect(sources.filter((file) => englishFile(file) === '')).toEqual([]);
    const english = Object.keys(modules).filter((file) => file.endsWith('.en.ts'));
    expect(english.filter((file) => !sources.includes(file.replace('.en.ts', '.vi.ts')))).toEqual(
      [],
    );
  });

  it.each(sources)('%s', async (file) => {
    const vi = await catalogue(file, 'vi');
    const en = await catalogue(englishFile(file), 'en');
    expect(vi.size).toBeGreaterThan(0);
    expect([...en.keys()].toSorted()).toEqual([...vi.keys()].toSorted());
    // Intentionally empty texts are empty in both languages.
    const empty = (texts: Map<string, string>) =>
      [...texts].filter(([, text]) => text.trim() === '').map(([path]) => path);
    expect(empty(en)).toEqual(empty(vi));
    const untranslated = [...en].filter(
      ([path, text]) => vietnamese.test(text.replaceAll(examples, '')) && !same.test(path),
    );
    expect(untranslated.map(([path]) => path)).toEqual([]);
    expect([...en].filter(([, text]) => otherTerms.test(text))).toEqual([]);
  });
});
