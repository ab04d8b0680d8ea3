import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  referenceText: 'Share this reference with support to get help faster.',
  staffOnly: (page) =>
    `${page === null ? 'This page' : `The “${page}” page`} is for operations staff only.`,
  whoGrants: 'Your team’s owner can change your role.',
  permissionsFailed: 'Couldn’t load your permissions',
  permissionsFailedText: 'This page stays closed until we can confirm you have access.',
  permissionsFailedMenu: 'Some menu items may be missing.',
  signInFailed: 'Couldn’t sign you in',
  signInRepeated:
    'You were sent to the sign-in page twice within a minute and still aren’t signed in. Sign in again, or use a different account.',
  signInAgain: 'Sign in again',
  signedOut: 'You’re signed out',
  signedOutElsewhere: 'You signed out in another tab of this browser.',
  signedOutHere:
    'You’re signed out in this browser. The sign-in service hasn’t confirmed it, so you’ll be asked for your password next time.',
  accountDeleted: 'Your account was deleted',
  accountDeletedPoints: [
    'Your name, email, and password are erased, and you’re signed out everywhere. We sent a confirmation to your email.',
    'If your team has other members, its shops and reports stay with them.',
    'If you were the only member, your shops are disconnected and their data is being erased. Copies in backups last until those expire.',
  ],
  toSignIn: 'Go to sign-in',
};

/** Texts of errors in the page's language, which are loaded with the page of an error. */
export const errorTexts = language === 'en' ? en : vi;
