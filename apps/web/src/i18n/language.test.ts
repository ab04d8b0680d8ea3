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
  const { languages, defaultLanguage, language, selectLocale: choose } = await pageWith(null);
  expect([languages, defaultLanguage, language]).toEqual([['vi', 'en'], 'vi', 'vi']);
  expect(choose<string>('Lỗi', 'Error')).toBe('Lỗi');
});

it('spec 4: restores the stored language; an unknown one falls back to vi', async () => {
  const english = await pageWith('en');
  expect([english.language, english.selectLocale<string>('Lỗi', 'Error')]).toEqual(['en', 'Error']);
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
