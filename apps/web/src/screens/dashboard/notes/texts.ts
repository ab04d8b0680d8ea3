import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

/** Texts of the notes on days of the chart in English. */
export const en: typeof vi = {
  title: 'Notes on the chart',
  lead: (days) => `The whole team sees the notes of ${days}.`,
  failed: 'Couldn’t load the notes.',
  empty: 'No notes on these days yet',
  emptyText:
    'For example “livestream” or “warehouse closed”. Notes help the team see why figures moved.',
  day: 'Day',
  text: 'Note',
  shop: 'Shop',
  goneShop: 'Deleted shop',
  allShops: 'All shops',
  add: 'Add note',
  save: 'Save changes',
  saved: 'Note saved',
  remove: 'Delete',
  ofNote: (act, text) => `${act}: ${text}`,
  removed: 'Note deleted',
  restored: 'Note restored',
  by: (author) => `written by ${author}`,
};

export const texts = language === 'en' ? en : vi;
