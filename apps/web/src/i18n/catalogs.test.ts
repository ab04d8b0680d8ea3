import { describe, expect, it } from 'vitest';

/**
 * Vietnamese is the source; English must have the same keys to compile. These tests check what the compiler
 * cannot: no text is empty, untranslated or missing.
 */
const modules = import.meta.glob<Record<string, unknown>>('../**/*.{vi,en}.ts', { eager: true });

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns all texts with their paths; functions by their source. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, value.toString()]];
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, `${path}.${name}`));
}

function catalogue(file: string, language: 'vi' | 'en'): Map<string, string> {
  return new Map(textsOf(modules[file]?.[language], ''));
}

const sources = Object.keys(modules).filter((file) => file.endsWith('.vi.ts'));
/** Letters that occur in Vietnamese only. */
const vietnamese = /[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/i;

/** Intentionally Vietnamese. */
const same = /languageNames|keywords|picture\.shops/;
const examples = /“[^”]*”|Example: .*/g;

describe('spec 1: both languages are complete', () => {
  it('finds every file of texts', () => {
    expect(sources.length).toBeGreaterThan(15);
    const english = Object.keys(modules).filter((file) => file.endsWith('.en.ts'));
    expect(english.map((file) => file.replace('.en.ts', '.vi.ts')).toSorted()).toEqual(
      sources.toSorted(),
    );
  });

  it.each(sources)('%s', (file) => {
    const vi = catalogue(file, 'vi');
    const en = catalogue(file.replace('.vi.ts', '.en.ts'), 'en');
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
  });
});
