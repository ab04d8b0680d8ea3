import { pluralize } from '../../i18n/pluralize.ts';
import type { PaletteTexts } from './texts.vi.ts';

export const en: PaletteTexts = {
  title: 'Search and quick actions',
  placeholder: 'Search pages, shops, order numbers, SKUs, products',
  groups: {
    pages: 'Pages',
    views: 'Views',
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
  found: (count) => (count === 0 ? 'No results' : pluralize(count, 'result')),
  nothing: (query) => `No results for “${query}”`,
  nothingHint:
    'Try a page or shop name, an order number, a SKU, or what you want to do. Vietnamese accents are optional.',
  keys: '↑ ↓ to select, Enter to open, Esc to close',
  theme: (mode) => `Theme: ${mode}`,
  language: 'Language',
  sync: 'Sync now',
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
