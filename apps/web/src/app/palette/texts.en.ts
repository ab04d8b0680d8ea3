import type { PaletteTexts } from './texts.vi.ts';

export const en: PaletteTexts = {
  title: 'Search and quick actions',
  placeholder: 'Search pages, shops or actions',
  groups: { pages: 'Pages', shops: 'Shops', actions: 'Actions' },
  found: (count) =>
    count === 0 ? 'Nothing found' : `${count} ${count === 1 ? 'result' : 'results'}`,
  nothing: (query) => `Nothing found for “${query}”`,
  nothingHint: 'Try the name of a page or a shop, or what you want to do.',
  keys: 'Choose with ↑ ↓, open with Enter, close with Esc',
  theme: (mode) => `Theme: ${mode}`,
  language: (name) => `Language: ${name}`,
  sync: 'Synchronise now',
  link: (partner) => `Connect ${partner}`,
  keywords: {
    theme: 'theme appearance giao dien',
    modes: { light: 'sang', dark: 'toi', system: 'theo thiet bi' },
    language: 'language ngon ngu tieng viet english',
    signOut: 'log out logout dang xuat',
    sync: 'sync refresh update dong bo',
    link: 'link add shop marketplace lien ket',
    shop: 'shop history gian hang',
  },
};
