import type { vi } from './texts.vi.ts';

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
};
