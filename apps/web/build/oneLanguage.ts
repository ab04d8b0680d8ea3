import type { Plugin } from 'vite';
import type { Language } from '../src/storage.ts';

/** The English catalogue of a file of texts, as the formatter writes it. */
const english = /^export const en\b.*?^\};$/ms;
const vietnamese = /^import \{ vi\b.*?;$/ms;

/**
 * Keeps one language in a build: `language` is a constant, `selectLocale(vi, en)` is the catalogue of this language,
 * and the other one is left out.
 *
 * The login area and the login layer import both catalogues by themselves (`texts.en.ts`, or `en.ts` with
 * `export const en`). There, those of the other language become those of this one.
 */
export function oneLanguage(language: Language): Plugin {
  const other: Language = language === 'vi' ? 'en' : 'vi';
  const catalogue = new RegExp(`/(?:apps/web|packages/login)/src/.*[/.]${other}\\.ts$`);
  const unused = language === 'vi' ? english : vietnamese;
  return {
    name: 'seller-connect-one-language',
    apply: 'build',
    config: () => ({ define: { BUILD_LANGUAGE: JSON.stringify(language) } }),
    load: {
      filter: { id: catalogue },
      handler(id) {
        // `vite build --watch` builds both languages when either has changed.
        this.addWatchFile(id);
        const own = id.replace(/\w+\.ts$/, `${language}.ts`);
        return `export { ${language} as ${other} } from ${JSON.stringify(own)};`;
      },
    },
    transform: {
      order: 'pre',
      filter: { code: 'selectLocale(vi, en)' },
      handler(code, id) {
        if (!unused.test(code)) throw new Error(`${id} has no catalogue that can be left out`);
        return code.replace(unused, '').replace('selectLocale(vi, en)', language);
      },
    },
  };
}
