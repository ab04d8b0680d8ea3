import type { GoogleTexts } from './texts.vi.ts';

export const en: GoogleTexts = {
  title: 'Sign in with Google',
  working: 'Signing in with Google',
  workingText: 'We are confirming this with Google. Please wait a moment.',
  failed: 'Signing in with Google did not work',
  reasons: {
    nothing: 'This address is only where Google brings you back to after you signed in there.',
    state: 'This sign-in did not begin in this browser or was used already. Please sign in again.',
    expired: 'This sign-in was open for too long and has expired. Please sign in again.',
    refused: 'Google did not confirm this sign-in. Please try again.',
    unverified:
      'Google has not verified the email of this account. Verify it with Google, or sign in another way.',
    closed: 'This account is closed. Please contact your administrator.',
    unavailable: 'Google cannot be reached at the moment. Please try again in a few minutes.',
    offline: 'The server could not be reached. Check your connection and try again.',
  },
  otherWays: 'You can still sign in with your username and password.',
  reference: (id) => `Reference: ${id}`,
  tryAgain: 'Try again',
  back: 'To the sign-in page',
};
