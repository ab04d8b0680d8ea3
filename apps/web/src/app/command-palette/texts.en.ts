import type { PaletteTexts } from './texts.vi.ts';

export const en: PaletteTexts = {
  title: 'Search and quick actions',
  placeholder: 'Search pages, shops, order numbers, SKUs, products',
  groups: {
    pages: 'Pages',
    shops: 'Shops',
    orders: 'Orders',
    products: 'Products',
    actions: 'Actions',
  },
  searching: 'Searching orders and products',
  searchIn: {
    orders: (query) => `Search Orders for “${query}”`,
    products: (query) => `Search Products for “${query}”`,
  },
  found: (count) =>
    count === 0 ? 'Nothing found' : `${count} ${count === 1 ? 'result' : 'results'}`,
  nothing: (query) => `Nothing found for “${query}”`,
  nothingHint: 'Try the name of a page or a shop, an order number, a SKU, or what you want to do.',
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
