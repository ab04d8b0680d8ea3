import { language } from '../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  menu: 'Views',
  changedMenu: 'Views, filters changed',
  own: 'My views',
  team: 'Team views',
  none: 'No saved views yet',
  onScreen: (name, screen) => `${name} (${screen})`,
  screens: {
    '/': 'Dashboard',
    '/reports/money': 'Payouts and fees',
    '/orders': 'Orders',
    '/products': 'Products',
  },
  actions: {
    reset: 'Reset to default',
    saveNew: 'Save these filters…',
    rename: 'Rename…',
    share: 'Share with team',
    unshare: 'Stop sharing',
    email: 'Send by email…',
    copyLink: 'Copy link',
    remove: 'Delete view',
    retry: 'Try again',
  },
  update: (name) => `Update “${name}” to these filters`,
  updated: (name) => `“${name}” updated`,
  shared: (name) => `Your team can now see “${name}”`,
  unshared: (name) => `Only you can see “${name}” now`,
  copied: 'Link copied',
  copiedText: 'Everyone on your team can open it.',
  notCopied: 'Couldn’t copy. Here’s the link:',
  removed: (name) => `“${name}” deleted`,
  restored: (name) => `“${name}” restored`,
  failed: 'Couldn’t load your views',
  shopGone: (name) => `“${name}” uses a shop that’s no longer in your team`,
  shopGoneText: 'You’re seeing all shops instead.',
  dialog: {
    save: 'Save view',
    rename: 'Rename view',
    about:
      'A view keeps this page with its period, shop and other filters. A period such as “7 days” always ends today.',
    name: 'Name',
    example: 'Such as Shopee, 7 days',
    share: 'Share with the whole team',
    saved: (name) => `“${name}” saved`,
    renamed: (name) => `Renamed to “${name}”`,
  },
  unknown: {
    title: 'View not found',
    text: 'It may have been deleted, or it isn’t shared with the team.',
    home: 'Back to dashboard',
  },
};

export const texts = language === 'en' ? en : vi;
