import { afterEach, expect, it, vi } from 'vitest';
import { storageArea } from '../testing/storageArea.ts';

/** Loads a page with this language stored, or none. */
async function pageWith(stored: string | null) {
  const localStorage = storageArea(stored === null ? [] : [['localization', stored]]);
  const reload = vi.fn();
  vi.stubGlobal('window', { location: { reload }, localStorage });
  vi.resetModules();
  return { ...(await import('./language.ts')), values: localStorage.values, reload };
}

afterEach(() => vi.unstubAllGlobals());

it('spec 9: the languages are vi, the default, and en', async () => {
  const { languages, defaultLanguage, language } = await pageWith(null);
  expect([languages, defaultLanguage, language]).toEqual([['vi', 'en'], 'vi', 'vi']);
});

it('spec 4: restores the stored language; an unknown one falls back to vi', async () => {
  expect((await pageWith('en')).language).toBe('en');
  expect((await pageWith('fr')).language).toBe('vi');
});

it('spec 4: stores a different language and reloads the page; the same one does nothing', async () => {
  const { setLanguage: switchLanguage, values, reload } = await pageWith('vi');
  switchLanguage('vi');
  expect(reload).not.toHaveBeenCalled();
  switchLanguage('en');
  expect(values.get('localization')).toBe('en');
  expect(reload).toHaveBeenCalledOnce();
});
