import type { Plugin } from 'vite';
import type { Language } from '../src/storage.ts';

/**
 * Catalogues that `texts.ts` does not choose: of the login area and the login layer, which choose one at run time, and
 * those that catalogues of several chunks use.
 */
const catalogues = [
  'apps/web/src/sign-in/',
  'packages/login/src/',
  'packages/contract/src/metrics/',
  'apps/web/src/i18n/texts/(?:itemStages|payoutStates)',
];

/**
 * Keeps one language in a build. `language` is a constant, so the catalogue that a `texts.ts` does not choose is unused
 * and left out. In place of `catalogues` of the other language, the build loads those of its own.
 */
export function oneLanguage(language: Language): Plugin {
  const other: Language = language === 'vi' ? 'en' : 'vi';
  const foreign = new RegExp(`/(?:${catalogues.join('|')}).*[/.]${other}\\.ts$`);
  return {
    name: 'seller-connect-one-language',
    apply: 'build',
    config: () => ({ define: { BUILD_LANGUAGE: JSON.stringify(language) } }),
    load: {
      filter: { id: foreign },
      handler(id) {
        // `vite build --watch` builds both languages when either has changed.
        this.addWatchFile(id);
        const own = JSON.stringify(id.replace(/\w+\.ts$/, `${language}.ts`));
        const names = id.includes('/metrics/') ? '*' : `{ ${language} as ${other} }`;
        return `export ${names} from ${own};`;
      },
    },
  };
}
