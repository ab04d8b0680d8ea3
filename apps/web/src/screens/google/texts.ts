import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Sign in with Google',
  working: 'Signing in with Google',
  workingText: 'We’re confirming this with Google. Please wait a moment.',
  failed: 'Couldn’t sign in with Google',
  reasons: {
    nothing: 'This address only works when Google sends you back here after signing in.',
    state: 'This sign-in wasn’t started in this browser or was already used. Sign in again.',
    expired: 'This sign-in was open too long and expired. Sign in again.',
    refused: 'Google didn’t confirm this sign-in. Try again.',
    unverified:
      'Google hasn’t verified this account’s email. Verify it with Google, or sign in another way.',
    closed: 'This account is closed. Contact your administrator.',
    unavailable: 'We can’t reach Google right now. Try again in a few minutes.',
    offline: 'Couldn’t reach the server. Check your connection and try again.',
  },
  otherWays: 'You can still sign in with your username and password.',
  reference: (id) => `Reference: ${id}`,
  back: 'Back to sign-in',
};

export const texts = language === 'en' ? en : vi;
