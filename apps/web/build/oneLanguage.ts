import type { Plugin } from 'vite';
import type { Language } from '../src/storage.ts';

/**
 * Keeps one language in a build: `language` is a constant, and the catalogues of the other language
 * (`texts.en.ts`, or `en.ts` with `export const en`) become those of this one.
 */
export function oneLanguage(language: Language): Plugin {
  const other: Language = language === 'vi' ? 'en' : 'vi';
  const catalogue = new RegExp(`/(?:apps/web|packages/login)/src/.*[/.]${other}\\.ts$`);
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
  };
}
