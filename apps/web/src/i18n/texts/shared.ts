import { platformNames } from '@seller-connect/contract/platform-names';
import { pluralize } from '../pluralize.ts';
import { language } from '../language.ts';
import { vi } from './shared.vi.ts';

export const en: typeof vi = {
  product: 'Seller Connect',
  error: 'Error',
  alreadyLoggedOut: 'User already logout',
  somethingWentWrong: 'Something went wrong, please try again later',
  noAnswer: 'Check your connection and try again.',
  unexpectedApplicationError: 'Unexpected Application Error',
  permissionDenied: "You don't have permission to access this page",
  pageNotFound: 'The page you visited does not exist',
  backHome: 'Back to home',
  signIn: 'Sign in',
  signOut: 'Sign out',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  other: 'Other',
  otherPartner: 'Other marketplace',
  undo: 'Undo',
  edit: 'Edit',
  save: 'Save',
  print: 'Print or save as PDF',
  shopCount: (count) => pluralize(count, 'shop'),
  severalShops: 'Several shops…',
  close: 'Close',
  loading: 'Loading',
  blockFailed: 'Couldn’t display this section',
  blockFailedText:
    'The rest of the page still works. If trying again doesn’t help, reload the page.',
  reload: 'Reload page',
  savedViews: 'Views',
  syncStarted: 'Your shops are syncing',
  about: (number) => `about ${number}`,
  reference: (id) => `Reference: ${id}`,
  languageNames: { vi: 'Tiếng Việt', en: 'English' },
  themeModes: { light: 'Light', dark: 'Dark', system: 'Match device' },
  partners: platformNames,
  syncStates: {
    waiting: 'Waiting',
    syncing: 'Syncing',
    up_to_date: 'Up to date',
    late: 'Delayed',
    needs_you: 'Needs attention',
    paused: 'Paused',
  },
  streams: {
    shop: 'Shop details',
    products: 'Products',
    orders: 'Orders',
    ads: 'Campaigns and ads',
    insights: 'Daily ad data',
    returns: 'Returns and refunds',
    settlements: 'Settlements and payouts',
  },
};

/** Texts shared by all parts of the product, in the page's language. */
export const sharedTexts = language === 'en' ? en : vi;
